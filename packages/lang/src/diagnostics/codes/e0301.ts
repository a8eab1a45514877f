import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0301: DiagnosticCode = {
  code: 'E0301',
  severity: 'error',
  title: 'operand has the wrong type',
  reason: 'values of different types never compare',
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.description = 3\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.description = "3"\n}\n',
  },
};
