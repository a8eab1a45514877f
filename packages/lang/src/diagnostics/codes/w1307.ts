import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1307: DiagnosticCode = {
  code: 'W1307',
  severity: 'warning',
  title: 'equality after conversion',
  reason: 'converted amounts are equal only by accident of the rate',
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.amount as USD = 5 EUR\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.amount as EUR = 5 EUR\n}\n',
  },
};
