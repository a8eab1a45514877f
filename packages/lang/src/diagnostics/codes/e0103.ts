import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0103: DiagnosticCode = {
  code: 'E0103',
  severity: 'error',
  title: 'block is not closed',
  example: {
    wrong: `rule big "Large payment" {
  on transaction
  when transaction.amount > 100 USD
`,
    right: `rule big "Large payment" {
  on transaction
  when transaction.amount > 100 USD
}
`,
  },
};
