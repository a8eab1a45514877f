import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1303: DiagnosticCode = {
  code: 'W1303',
  severity: 'warning',
  title: 'compared with itself',
  reason: 'the record is part of what it is compared with',
  example: {
    wrong:
      'rule r {\n  on transaction\n  when transaction.amount > 3 * avg(amount as USD of transactions from origin in last 30d)\n}\n',
    right:
      'rule r {\n  on transaction\n  when transaction.amount > 3 * avg(amount as USD of prior transactions from origin in last 30d)\n}\n',
  },
};
