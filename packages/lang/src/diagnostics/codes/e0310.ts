import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0310: DiagnosticCode = {
  code: 'E0310',
  severity: 'error',
  title: 'unknown currency',
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.amount > 10 XQZ\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.amount > 10 USD\n}\n',
  },
};
