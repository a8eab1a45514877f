import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0213: DiagnosticCode = {
  code: 'E0213',
  severity: 'error',
  title: 'word not allowed here',
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.amount > 10 USD\n  then alert HUGE "much"\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.amount > 10 USD\n  then alert HIGH "much"\n}\n',
  },
};
