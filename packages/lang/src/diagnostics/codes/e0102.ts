import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0102: DiagnosticCode = {
  code: 'E0102',
  severity: 'error',
  title: 'text is not closed',
  reason: 'a text ends on the line where it starts',
  example: {
    wrong: `rule big "Large payment" {
  on transaction
  when transaction.amount > 100 USD
  then alert HIGH "Large payment
}
`,
    right: `rule big "Large payment" {
  on transaction
  when transaction.amount > 100 USD
  then alert HIGH "Large payment"
}
`,
  },
};
