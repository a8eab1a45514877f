import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0311: DiagnosticCode = {
  code: 'E0311',
  severity: 'error',
  title: 'two currencies in one sum',
  reason: "the result would depend on the day's exchange rate",
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.amount > 10 USD + 5 EUR\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.amount > 15 USD\n}\n',
  },
};
