import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0316: DiagnosticCode = {
  code: 'E0316',
  severity: 'error',
  title: 'not a constant expression',
  reason: 'the value of a constant is known before any event',
  example: {
    wrong: 'const limit = transaction.amount\nrule r {\n  on transaction\n  when transaction.amount > limit\n}\n',
    right: 'const limit = 2 * 500 USD\nrule r {\n  on transaction\n  when transaction.amount > limit\n}\n',
  },
};
