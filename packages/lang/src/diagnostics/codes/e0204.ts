import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0204: DiagnosticCode = {
  code: 'E0204',
  severity: 'error',
  title: 'name declared twice',
  reason: 'a name must mean one thing',
  example: {
    wrong:
      'rule r {\n  on transaction\n  when transaction.amount > 10 USD\n}\nrule r {\n  on transaction\n  when transaction.amount > 10 USD\n}\n',
    right:
      'rule r {\n  on transaction\n  when transaction.amount > 10 USD\n}\nrule s {\n  on transaction\n  when transaction.amount > 10 USD\n}\n',
  },
};
