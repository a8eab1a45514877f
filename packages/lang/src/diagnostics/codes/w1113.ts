import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1113: DiagnosticCode = {
  code: 'W1113',
  severity: 'warning',
  title: 'deprecated',
  reason: 'it still works, and has a successor',
  example: {
    wrong: 'rule r {\n  on transaction\n  when oldHour(transaction.transactedAt) > 3\n}\n',
    right: 'rule r {\n  on transaction\n  when hour(transaction.transactedAt) > 3\n}\n',
  },
};
