import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0104: DiagnosticCode = {
  code: 'E0104',
  severity: 'error',
  title: 'a part is missing',
  example: {
    wrong: `rule big "Large payment" {
  on transaction
  when transaction.amount >
}
`,
    right: `rule big "Large payment" {
  on transaction
  when transaction.amount > 100 USD
}
`,
  },
};
