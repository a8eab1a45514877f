import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0109: DiagnosticCode = {
  code: 'E0109',
  severity: 'error',
  title: 'unknown language version',
  example: {
    wrong: `language 99
rule big "Large payment" {
  on transaction
  when transaction.amount > 100 USD
}
`,
    right: `language 1
rule big "Large payment" {
  on transaction
  when transaction.amount > 100 USD
}
`,
  },
};
