import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0106: DiagnosticCode = {
  code: 'E0106',
  severity: 'error',
  title: 'clause in the wrong place',
  reason: 'rules in the same order can be compared at a glance',
  example: {
    wrong: `rule big "Large payment" {
  on transaction
  when transaction.amount > 100 USD
  score 10
}
`,
    right: `rule big "Large payment" {
  on transaction
  score 10
  when transaction.amount > 100 USD
}
`,
  },
};
