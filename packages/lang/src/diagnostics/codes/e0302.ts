import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0302: DiagnosticCode = {
  code: 'E0302',
  severity: 'error',
  title: 'operator not defined for this type',
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.description > "b"\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.description = "b"\n}\n',
  },
};
