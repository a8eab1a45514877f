import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0506: DiagnosticCode = {
  code: 'E0506',
  severity: 'error',
  title: 'unknown list type',
  example: {
    wrong: 'rule r {\n  on transaction\n  when origin.taxId in lists of type "persn_blocklist"\n}\n',
    right: 'rule r {\n  on transaction\n  when origin.taxId in lists of type "person_blocklist"\n}\n',
  },
};
