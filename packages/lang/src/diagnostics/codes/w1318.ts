import type { DiagnosticCode } from '../diagnostic-code.js';

const source = (scope: string): string =>
  `rule r {\n  on transaction\n  scope { ${scope} }\n  when transaction.amount > 100 USD\n}\n`;

export const w1318: DiagnosticCode = {
  code: 'W1318',
  severity: 'warning',
  title: 'scope without values',
  reason: 'the rule is evaluated only for records of which this is not known',
  example: { wrong: source('countries: []'), right: source('countries: ["BR"]') },
};
