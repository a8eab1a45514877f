import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1310: DiagnosticCode = {
  code: 'W1310',
  severity: 'warning',
  title: 'expensive condition',
  reason: 'publishing a rule over its budget is refused',
  example: {
    wrong: `rule r {\n  on transaction\n  when ${Array.from({ length: 6 }, (_, n) => `count(transactions from origin in last ${n + 1}h where amount > transaction.amount) > 50`).join(' or ')}\n}\n`,
    right:
      'rule r {\n  on transaction\n  when count(transactions from origin in last 1h where amount > transaction.amount) > 50\n}\n',
  },
};
