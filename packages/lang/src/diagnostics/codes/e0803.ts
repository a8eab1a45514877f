import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0803: DiagnosticCode = {
  code: 'E0803',
  severity: 'error',
  title: 'bands or thresholds do not rise',
  reason: 'a stronger decision would come before a weaker one',
  example: {
    wrong: 'matrix payments {\n  on transaction\n  decide REJECT from 30\n  decide HOLD from 60\n}\n',
    right: 'matrix payments {\n  on transaction\n  decide REJECT from 60\n  decide HOLD from 30\n}\n',
  },
};
