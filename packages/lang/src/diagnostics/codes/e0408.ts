import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0408: DiagnosticCode = {
  code: 'E0408',
  severity: 'error',
  title: 'aggregate inside an aggregate',
  reason: 'it would be computed anew for every record',
  example: {
    wrong:
      'rule r {\n  on transaction\n  when count(transactions from origin in last 1d where amount > avg(amount as USD of transactions from origin in last 30d)) > 3\n}\n',
    right:
      'rule r {\n  on transaction\n  let usual = avg(amount as USD of transactions from origin in last 30d)\n  when count(transactions from origin in last 1d where amount > usual) > 3\n}\n',
  },
};
