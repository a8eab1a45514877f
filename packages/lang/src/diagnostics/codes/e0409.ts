import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0409: DiagnosticCode = {
  code: 'E0409',
  severity: 'error',
  title: 'value or `distinct` not allowed here',
  reason: '`count` counts records',
  example: {
    wrong: 'rule r {\n  on transaction\n  when count(amount of transactions from origin in last 1h) > 3\n}\n',
    right: 'rule r {\n  on transaction\n  when count(transactions from origin in last 1h) > 3\n}\n',
  },
};
