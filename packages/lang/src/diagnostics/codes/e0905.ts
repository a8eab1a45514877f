import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0905: DiagnosticCode = {
  code: 'E0905',
  severity: 'error',
  title: 'list too long',
  reason: 'long lists belong in a data list',
  example: {
    wrong: `rule r {\n  on transaction\n  when origin.riskScore in [${Array<string>(1001).fill('1').join(', ')}]\n}\n`,
    right: 'rule r {\n  on transaction\n  when origin.riskScore in [1]\n}\n',
  },
};
