import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0203: DiagnosticCode = {
  code: 'E0203',
  severity: 'error',
  title: 'unknown function',
  example: {
    wrong: 'rule r {\n  on transaction\n  when hours(transaction.transactedAt) >= 22\n}\n',
    right: 'rule r {\n  on transaction\n  when hour(transaction.transactedAt) >= 22\n}\n',
  },
};
