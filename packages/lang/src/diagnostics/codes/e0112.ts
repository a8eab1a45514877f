import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0112: DiagnosticCode = {
  code: 'E0112',
  severity: 'error',
  title: 'unknown escape',
  example: {
    wrong: `rule big "Large payment" {
  on transaction
  when transaction.amount > 100 USD
  then alert HIGH "C:\\temp\\data"
}
`,
    right: `rule big "Large payment" {
  on transaction
  when transaction.amount > 100 USD
  then alert HIGH "C:\\\\temp\\\\data"
}
`,
  },
};
