import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1301: DiagnosticCode = {
  code: 'W1301',
  severity: 'warning',
  title: 'outcome is certain',
  reason: 'no data can change it',
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.amount > 100 USD\n   and transaction.amount < 50 USD\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.amount > 50 USD\n   and transaction.amount < 100 USD\n}\n',
  },
};
