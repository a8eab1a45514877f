import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0107: DiagnosticCode = {
  code: 'E0107',
  severity: 'error',
  title: 'malformed number, money, duration or date',
  example: {
    wrong: `rule big "Large payment" {
  on transaction
  when transaction.amount > 1__000 USD
}
`,
    right: `rule big "Large payment" {
  on transaction
  when transaction.amount > 1_000 USD
}
`,
  },
};
