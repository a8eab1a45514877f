import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0407: DiagnosticCode = {
  code: 'E0407',
  severity: 'error',
  title: 'cost over budget',
  reason: 'every payment would wait for it',
  example: {
    wrong: `rule r {\n  on transaction\n  when ${[1, 2, 3, 4, 5, 6].map((days) => `count(transactions from origin in last ${days}d where amount > transaction.amount) > 3`).join('\n    and ')}\n}\n`,
    right: 'rule r {\n  on transaction\n  when count(transactions from origin in last 1d) > 3\n}\n',
  },
};
