import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1112: DiagnosticCode = {
  code: 'W1112',
  severity: 'warning',
  title: 'silenced without a reason',
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.flagged // tamis: allow W1102\n}\n',
    right:
      'rule r {\n  on transaction\n  when transaction.flagged = true // tamis: allow W1102 because analysts read it so\n}\n',
  },
};
