import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0604: DiagnosticCode = {
  code: 'E0604',
  severity: 'error',
  title: 'error in a message hole',
  example: {
    wrong: `rule big "Large payment" {
  on transaction
  when transaction.amount > 100 USD
  then alert HIGH "{transaction.amount +} paid"
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
