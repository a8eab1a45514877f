import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1311: DiagnosticCode = {
  code: 'W1311',
  severity: 'warning',
  title: 'record or current event',
  reason: 'a bare path here is read on each record',
  example: {
    wrong:
      'rule r {\n  on transaction\n  when count(transactions from origin in last 1d where destination.countryCode = "BR") > 3\n}\n',
    right:
      'rule r {\n  on transaction\n  when count(transactions from origin in last 1d where destination.countryCode = current.destination.countryCode) > 3\n}\n',
  },
};
