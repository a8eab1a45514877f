import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0205: DiagnosticCode = {
  code: 'E0205',
  severity: 'error',
  title: 'used before its `let`',
  reason: 'lets are read from top to bottom',
  example: {
    wrong: 'rule r {\n  on transaction\n  let b = a + 1\n  let a = 2\n  when b > 1\n}\n',
    right: 'rule r {\n  on transaction\n  let a = 2\n  let b = a + 1\n  when b > 1\n}\n',
  },
};
