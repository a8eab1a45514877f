import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0108: DiagnosticCode = {
  code: 'E0108',
  severity: 'error',
  title: 'character not allowed',
  reason: 'it is invisible or changes the direction of writing',
  example: {
    wrong: `// pay\u202eer
rule big "Large payment" {
  on transaction
  when transaction.amount > 100 USD
}
`,
    right: `// payer
rule big "Large payment" {
  on transaction
  when transaction.amount > 100 USD
}
`,
  },
};
