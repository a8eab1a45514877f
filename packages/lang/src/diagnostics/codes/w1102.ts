import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1102: DiagnosticCode = {
  code: 'W1102',
  severity: 'warning',
  title: 'comparison with true',
  reason: 'the field alone says the same',
  example: {
    wrong: 'rule r {\n  on transaction\n  when origin.isPep = true\n}\n',
    right: 'rule r {\n  on transaction\n  when origin.isPep\n}\n',
  },
};
