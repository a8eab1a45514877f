import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0201: DiagnosticCode = {
  code: 'E0201',
  severity: 'error',
  title: 'unknown field',
  reason: 'a misspelt field would never match',
  example: {
    wrong: 'rule r {\n  on transaction\n  when origin.contryCode = "BR"\n}\n',
    right: 'rule r {\n  on transaction\n  when origin.countryCode = "BR"\n}\n',
  },
};
