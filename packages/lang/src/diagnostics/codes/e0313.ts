import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0313: DiagnosticCode = {
  code: 'E0313',
  severity: 'error',
  title: 'parameter, range and step do not fit',
  reason: 'a parameter can only be set within its range',
  example: {
    wrong:
      'param limit = 500 USD between 1_000 USD and 5_000 USD\nrule r {\n  on transaction\n  when transaction.amount > limit\n}\n',
    right:
      'param limit = 1_000 USD between 1_000 USD and 5_000 USD\nrule r {\n  on transaction\n  when transaction.amount > limit\n}\n',
  },
};
