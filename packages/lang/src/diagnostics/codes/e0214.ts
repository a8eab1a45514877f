import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0214: DiagnosticCode = {
  code: 'E0214',
  severity: 'error',
  title: 'rule named in `for` not found',
  example: {
    wrong:
      'rule flagged {\n  on transaction\n  when transaction.flagged\n}\ntest "t" for flaged {\n  when transaction { flagged: true }\n  expect hit\n}\n',
    right:
      'rule flagged {\n  on transaction\n  when transaction.flagged\n}\ntest "t" for flagged {\n  when transaction { flagged: true }\n  expect hit\n}\n',
  },
};
