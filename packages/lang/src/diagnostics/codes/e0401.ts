import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0401: DiagnosticCode = {
  code: 'E0401',
  severity: 'error',
  title: 'unknown source',
  example: {
    wrong: 'rule r {\n  on transaction\n  when count(payments from origin in last 1h) > 3\n}\n',
    right: 'rule r {\n  on transaction\n  when count(transactions from origin in last 1h) > 3\n}\n',
  },
};
