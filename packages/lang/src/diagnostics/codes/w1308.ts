import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1308: DiagnosticCode = {
  code: 'W1308',
  severity: 'warning',
  title: 'trigger that never fires',
  reason: 'it is switched off in every matrix of the rule',
  example: {
    wrong:
      'matrix payments {\n  on transaction\n}\nrule r {\n  on transaction (scheduled)\n  matrix payments\n  when transaction.flagged\n}\n',
    right:
      'matrix payments {\n  on transaction\n}\nrule r {\n  on transaction (created)\n  matrix payments\n  when transaction.flagged\n}\n',
  },
};
