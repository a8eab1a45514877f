import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1203: DiagnosticCode = {
  code: 'W1203',
  severity: 'warning',
  title: 'says nothing when the value is missing',
  reason: 'a comparison with a missing value is unknown, not true',
  example: {
    wrong: 'rule r {\n  on transaction\n  when origin.nationality != "BR"\n}\n',
    right: 'rule r {\n  on transaction\n  when origin.nationality is missing or origin.nationality != "BR"\n}\n',
  },
};
