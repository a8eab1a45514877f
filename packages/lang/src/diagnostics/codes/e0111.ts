import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0111: DiagnosticCode = {
  code: 'E0111',
  severity: 'error',
  title: 'reserved word used as a name',
  example: {
    wrong: `rule rule "Large payment" {
  on transaction
  when transaction.amount > 100 USD
}
`,
    right: `rule big "Large payment" {
  on transaction
  when transaction.amount > 100 USD
}
`,
  },
};
