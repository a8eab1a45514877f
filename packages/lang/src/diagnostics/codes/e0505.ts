import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0505: DiagnosticCode = {
  code: 'E0505',
  severity: 'error',
  title: 'value does not fit the list type',
  reason: 'it would never be found there',
  example: {
    wrong: 'rule r {\n  on transaction\n  when origin.countryCode in lists of type "ip_blocklist"\n}\n',
    right:
      'rule r {\n  on transaction\n  when transaction.deviceDetails.ipAddress in lists of type "ip_blocklist"\n}\n',
  },
};
