import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1306: DiagnosticCode = {
  code: 'W1306',
  severity: 'warning',
  title: 'sum without a currency',
  reason: "it uses the organization's base currency",
  example: {
    wrong: 'rule r {\n  on transaction\n  when sum(amount of transactions from origin in last 24h) > 3 USD\n}\n',
    right: 'rule r {\n  on transaction\n  when sum(amount as USD of transactions from origin in last 24h) > 3 USD\n}\n',
  },
};
