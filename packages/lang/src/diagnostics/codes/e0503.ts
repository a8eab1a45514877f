import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0503: DiagnosticCode = {
  code: 'E0503',
  severity: 'error',
  title: 'a rule cannot add to this list',
  reason: 'rules add only to active `custom` lists that are not global',
  example: {
    wrong:
      'rule r {\n  on transaction\n  when transaction.amount > 10 USD\n  then add origin.taxId to list "sanctioned"\n}\n',
    right:
      'rule r {\n  on transaction\n  when transaction.amount > 10 USD\n  then add origin.taxId to list "blocked"\n}\n',
  },
};
