import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0606: DiagnosticCode = {
  code: 'E0606',
  severity: 'error',
  title: 'message needs a text',
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.flagged\n  then alert HIGH ""\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.flagged\n  then alert HIGH "Flagged"\n}\n',
  },
};
