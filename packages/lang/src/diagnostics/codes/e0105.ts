import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0105: DiagnosticCode = {
  code: 'E0105',
  severity: 'error',
  title: 'header given twice',
  reason: 'only one of the two can count',
  example: {
    wrong: `rule big "Large payment" {
  on transaction
  score 10
  score 20
  when transaction.amount > 100 USD
}
`,
    right: `rule big "Large payment" {
  on transaction
  score 20
  when transaction.amount > 100 USD
}
`,
  },
};
