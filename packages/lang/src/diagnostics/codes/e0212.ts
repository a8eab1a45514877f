import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0212: DiagnosticCode = {
  code: 'E0212',
  severity: 'error',
  title: 'wrong number of arguments',
  example: {
    wrong: 'rule r {\n  on transaction\n  when hour() > 3\n}\n',
    right: 'rule r {\n  on transaction\n  when hour(now) > 3\n}\n',
  },
};
