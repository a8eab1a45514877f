import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0915: DiagnosticCode = {
  code: 'E0915',
  severity: 'error',
  title: 'too many matrices or tags',
  example: {
    wrong:
      'rule r {\n  on transaction\n  tags ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u"]\n  when transaction.amount > 10 USD\n}\n',
    right: 'rule r {\n  on transaction\n  tags ["a", "b"]\n  when transaction.amount > 10 USD\n}\n',
  },
};
