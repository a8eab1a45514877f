import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0804: DiagnosticCode = {
  code: 'E0804',
  severity: 'error',
  title: 'reason required',
  reason: 'customers and auditors ask why',
  example: {
    wrong:
      'rule r {\n  on transaction\n  when transaction.amount > 10 USD\n  then set status of origin to blocked\n}\n',
    right:
      'rule r {\n  on transaction\n  when transaction.amount > 10 USD\n  then set status of origin to blocked because "stolen card"\n}\n',
  },
};
