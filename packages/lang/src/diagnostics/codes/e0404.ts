import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0404: DiagnosticCode = {
  code: 'E0404',
  severity: 'error',
  title: 'value or filter missing',
  reason: 'there is nothing to compute from',
  example: {
    wrong: 'rule r {\n  on transaction\n  when sum(transactions from origin in last 1h) > 3 USD\n}\n',
    right: 'rule r {\n  on transaction\n  when sum(amount as USD of transactions from origin in last 1h) > 3 USD\n}\n',
  },
};
