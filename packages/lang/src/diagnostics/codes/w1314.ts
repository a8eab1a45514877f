import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1314: DiagnosticCode = {
  code: 'W1314',
  severity: 'warning',
  title: 'amount with three decimals',
  reason: 'the point separates decimals, never thousands',
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.amount > 10.000 USD\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.amount > 10_000 USD\n}\n',
  },
};
