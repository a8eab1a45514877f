import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0315: DiagnosticCode = {
  code: 'E0315',
  severity: 'error',
  title: 'list mixes types',
  reason: 'no value equals elements of two types',
  example: {
    wrong: 'rule r {\n  on transaction\n  when origin.riskScore in [1, "2"]\n}\n',
    right: 'rule r {\n  on transaction\n  when origin.riskScore in [1, 2]\n}\n',
  },
};
