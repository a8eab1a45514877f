import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0308: DiagnosticCode = {
  code: 'E0308',
  severity: 'error',
  title: 'range is empty',
  reason: 'the lower end lies above the upper end',
  example: {
    wrong: 'rule r {\n  on transaction\n  when origin.riskScore between 9 and 5\n}\n',
    right: 'rule r {\n  on transaction\n  when origin.riskScore between 5 and 9\n}\n',
  },
};
