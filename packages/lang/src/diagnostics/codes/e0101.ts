import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0101: DiagnosticCode = {
  code: 'E0101',
  severity: 'error',
  title: 'unexpected word or symbol',
  example: {
    wrong: `rule big "Large payment" {
  on transaction
  wehn transaction.amount > 100 USD
}
`,
    right: `rule big "Large payment" {
  on transaction
  when transaction.amount > 100 USD
}
`,
  },
};
