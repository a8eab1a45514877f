import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0902: DiagnosticCode = {
  code: 'E0902',
  severity: 'error',
  title: 'nested too deep',
  reason: 'nobody can review it',
  example: {
    wrong:
      'rule r {\n  on transaction\n  when transaction.flagged and (transaction.flagged or (transaction.flagged and (transaction.flagged or (transaction.flagged and (transaction.flagged or not transaction.flagged)))))\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.flagged\n}\n',
  },
};
