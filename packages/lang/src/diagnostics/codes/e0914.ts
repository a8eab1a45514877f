import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0914: DiagnosticCode = {
  code: 'E0914',
  severity: 'error',
  title: 'name or path too long',
  example: {
    wrong:
      'rule rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr {\n  on transaction\n  when transaction.amount > 10 USD\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.amount > 10 USD\n}\n',
  },
};
