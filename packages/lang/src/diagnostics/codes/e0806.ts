import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0806: DiagnosticCode = {
  code: 'E0806',
  severity: 'error',
  title: 'unknown user, team or automation',
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.flagged\n  then assign to team "nobody"\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.flagged\n  then assign to team "fraud"\n}\n',
  },
};
