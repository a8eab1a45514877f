import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0402: DiagnosticCode = {
  code: 'E0402',
  severity: 'error',
  title: 'link not defined for this source',
  reason: 'records are linked by their parties',
  example: {
    wrong: 'rule r {\n  on transaction\n  when count(transactions from origin.countryCode in last 1h) > 3\n}\n',
    right: 'rule r {\n  on transaction\n  when count(transactions from origin in last 1h) > 3\n}\n',
  },
};
