import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1318: DiagnosticCode = {
  code: 'W1318',
  severity: 'warning',
  title: 'scope without values',
  reason: 'only records without a value match',
  example: {
    wrong: 'rule r {\n  on transaction\n  scope { countries: [] }\n  when transaction.amount > 100 USD\n}\n',
    right: 'rule r {\n  on transaction\n  scope { countries: ["BR"] }\n  when transaction.amount > 100 USD\n}\n',
  },
};
