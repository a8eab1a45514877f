import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0211: DiagnosticCode = {
  code: 'E0211',
  severity: 'error',
  title: 'imported file not found',
  example: {
    wrong: 'import "lists.rules"\nrule r {\n  on transaction\n  when transaction.flagged\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.flagged\n}\n',
  },
};
