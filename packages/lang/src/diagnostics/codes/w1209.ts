import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1209: DiagnosticCode = {
  code: 'W1209',
  severity: 'warning',
  title: 'data that are never there',
  reason: 'this server has no such data, so it is always missing',
  example: {
    wrong: 'rule r {\n  on transaction\n  when instrument.issuerCountry = "US"\n}\n',
    right: 'rule r {\n  on transaction\n  when originAccount.country = "US"\n}\n',
  },
};
