import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0603: DiagnosticCode = {
  code: 'E0603',
  severity: 'error',
  title: 'pattern is not constant',
  reason: 'a pattern is compiled before the rule runs',
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.channel matches origin.name\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.channel contains origin.name\n}\n',
  },
};
