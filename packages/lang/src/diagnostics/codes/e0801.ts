import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0801: DiagnosticCode = {
  code: 'E0801',
  severity: 'error',
  title: 'unknown matrix, or of another target',
  example: {
    wrong:
      'matrix onboarding {\n  on person\n}\nrule r {\n  on transaction\n  matrix onboarding\n  when transaction.flagged\n}\n',
    right:
      'matrix payments {\n  on transaction\n}\nrule r {\n  on transaction\n  matrix payments\n  when transaction.flagged\n}\n',
  },
};
