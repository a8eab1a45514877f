import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0306: DiagnosticCode = {
  code: 'E0306',
  severity: 'error',
  title: 'empty text to look for',
  reason: 'every text contains it',
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.description contains ""\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.description is not empty\n}\n',
  },
};
