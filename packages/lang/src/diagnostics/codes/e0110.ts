import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0110: DiagnosticCode = {
  code: 'E0110',
  severity: 'error',
  title: 'comparisons do not chain',
  reason: 'true and false have no order',
  example: {
    wrong: `rule big "Large payment" {
  on transaction
  when 10 USD < transaction.amount < 100 USD
}
`,
    right: `rule big "Large payment" {
  on transaction
  when transaction.amount between 10 USD and 100 USD
}
`,
  },
};
