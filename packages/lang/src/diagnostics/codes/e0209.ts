import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0209: DiagnosticCode = {
  code: 'E0209',
  severity: 'error',
  title: 'path goes through a list',
  reason: 'a list has no single element to read from',
  example: {
    wrong: 'rule r {\n  on transaction\n  when origin.riskFactors.impact > 10\n}\n',
    right: 'rule r {\n  on transaction\n  when origin.riskScore > 10\n}\n',
  },
};
