import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0208: DiagnosticCode = {
  code: 'E0208',
  severity: 'error',
  title: 'root not available for this target',
  reason: 'the rule never sees such a record',
  example: {
    wrong: 'rule r {\n  on person\n  when transaction.amount > 10 USD\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.amount > 10 USD\n}\n',
  },
};
