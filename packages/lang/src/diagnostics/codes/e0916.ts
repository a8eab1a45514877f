import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0916: DiagnosticCode = {
  code: 'E0916',
  severity: 'error',
  title: 'too many imports',
  example: {
    wrong: `${'import "a.rules"\n'.repeat(201)}rule r {\n  on transaction\n  when transaction.flagged\n}\n`,
    right: 'rule r {\n  on transaction\n  when transaction.flagged\n}\n',
  },
};
