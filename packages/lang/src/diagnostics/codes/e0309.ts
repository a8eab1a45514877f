import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0309: DiagnosticCode = {
  code: 'E0309',
  severity: 'error',
  title: 'calendar and fixed durations mixed',
  reason: 'a month has no fixed length',
  example: {
    wrong: 'rule r {\n  on transaction\n  when origin.accountAge > 6mo\n}\n',
    right: 'rule r {\n  on transaction\n  when origin.accountAge > 180d\n}\n',
  },
};
