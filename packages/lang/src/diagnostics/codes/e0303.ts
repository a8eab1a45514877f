import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0303: DiagnosticCode = {
  code: 'E0303',
  severity: 'error',
  title: 'condition is not true-or-false',
  reason: 'a rule hits when its condition is true',
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.description\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.description is present\n}\n',
  },
};
