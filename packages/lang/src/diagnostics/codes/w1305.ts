import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1305: DiagnosticCode = {
  code: 'W1305',
  severity: 'warning',
  title: 'bare number against money',
  reason: "it compares in each transaction's own currency",
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.amount > 10_000\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.amount > 10_000 USD\n}\n',
  },
};
