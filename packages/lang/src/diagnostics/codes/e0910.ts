import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0910: DiagnosticCode = {
  code: 'E0910',
  severity: 'error',
  title: 'definition expands too far',
  example: {
    wrong:
      'define near(a, b, c, d, e, f, g, h, i) as a > b\nrule r {\n  on transaction\n  when transaction.flagged\n}\n',
    right: 'define near(a, b) as a > b\nrule r {\n  on transaction\n  when near(transaction.amount, 5 USD)\n}\n',
  },
};
