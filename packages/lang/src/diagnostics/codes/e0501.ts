import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0501: DiagnosticCode = {
  code: 'E0501',
  severity: 'error',
  title: 'unknown list',
  reason: 'a rule that reads a list must find it',
  example: {
    wrong: 'rule r {\n  on transaction\n  when origin.taxId in list "no such list"\n}\n',
    right: 'rule r {\n  on transaction\n  when origin.taxId in list "blocked"\n}\n',
  },
};
