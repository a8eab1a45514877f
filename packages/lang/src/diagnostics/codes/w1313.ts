import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1313: DiagnosticCode = {
  code: 'W1313',
  severity: 'warning',
  title: 'silenced by `stop on match`',
  example: {
    wrong:
      'matrix payments {\n  on transaction\n}\nrule first {\n  on transaction\n  matrix payments\n  stop on match\n  priority 90\n  when transaction.flagged\n}\nrule second {\n  on transaction\n  matrix payments\n  when transaction.flagged\n  then alert HIGH "Flagged"\n}\n',
    right:
      'matrix payments {\n  on transaction\n}\nrule first {\n  on transaction\n  matrix payments\n  stop on match\n  when transaction.flagged\n}\nrule second {\n  on transaction\n  matrix payments\n  when transaction.flagged\n  then alert HIGH "Flagged"\n}\n',
  },
};
