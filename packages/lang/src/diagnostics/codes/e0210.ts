import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0210: DiagnosticCode = {
  code: 'E0210',
  severity: 'error',
  title: 'ambiguous name in a record scope',
  reason: 'it could mean the field of the record or the `let`',
  example: {
    wrong:
      'rule r {\n  on transaction\n  let amount = 4\n  when count(transactions from origin in last 1h where amount >= 250 USD) > 2 and amount > 3\n}\n',
    right:
      'rule r {\n  on transaction\n  let usual = 4\n  when count(transactions from origin in last 1h where amount >= 250 USD) > 2 and usual > 3\n}\n',
  },
};
