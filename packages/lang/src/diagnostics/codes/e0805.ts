import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0805: DiagnosticCode = {
  code: 'E0805',
  severity: 'error',
  title: 'status not allowed for a rule',
  reason: 'only people and other processes set it',
  example: {
    wrong:
      'rule r {\n  on transaction\n  when transaction.amount > 10 USD\n  then set status of origin to deleted\n}\n',
    right:
      'rule r {\n  on transaction\n  when transaction.amount > 10 USD\n  then set status of origin to under_review\n}\n',
  },
};
