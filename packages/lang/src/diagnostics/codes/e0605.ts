import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0605: DiagnosticCode = {
  code: 'E0605',
  severity: 'error',
  title: 'hole is not closed',
  example: {
    wrong: `rule big "Large payment" {
  on transaction
  when transaction.amount > 100 USD
  then alert HIGH "{transaction.amount paid"
}
`,
    right: `rule big "Large payment" {
  on transaction
  when transaction.amount > 100 USD
  then alert HIGH "{transaction.amount} paid"
}
`,
  },
};
