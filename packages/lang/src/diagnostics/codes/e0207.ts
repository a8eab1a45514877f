import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0207: DiagnosticCode = {
  code: 'E0207',
  severity: 'error',
  title: 'definition refers to itself',
  reason: 'it is expanded where it is used, without an end',
  example: {
    wrong: 'define near(x) as near(x) and x > 1 USD\nrule r {\n  on transaction\n  when near(transaction.amount)\n}\n',
    right:
      'define near(x) as x < 5 USD and x > 1 USD\nrule r {\n  on transaction\n  when near(transaction.amount)\n}\n',
  },
};
