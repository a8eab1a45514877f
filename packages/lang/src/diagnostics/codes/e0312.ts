import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0312: DiagnosticCode = {
  code: 'E0312',
  severity: 'error',
  title: 'money in `multiple of`',
  reason: 'a converted amount is round only by accident',
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.amount is multiple of 1_000 USD\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.amount is multiple of 1000\n}\n',
  },
};
