import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0307: DiagnosticCode = {
  code: 'E0307',
  severity: 'error',
  title: 'empty list',
  reason: 'nothing is ever in it',
  example: {
    wrong: 'rule r {\n  on transaction\n  when origin.countryCode in []\n}\n',
    right: 'rule r {\n  on transaction\n  when origin.countryCode in ["BR"]\n}\n',
  },
};
