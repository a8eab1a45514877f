import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0502: DiagnosticCode = {
  code: 'E0502',
  severity: 'error',
  title: 'list is deleted, archived or inactive',
  reason: 'nothing would ever be found on it',
  example: {
    wrong: 'rule r {\n  on transaction\n  when origin.taxId in list "retired"\n}\n',
    right: 'rule r {\n  on transaction\n  when origin.taxId in list "blocked"\n}\n',
  },
};
