import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0314: DiagnosticCode = {
  code: 'E0314',
  severity: 'error',
  title: 'argument must be constant',
  reason: 'it is fixed when the rule is saved',
  example: {
    wrong: 'rule r {\n  on transaction\n  when hour(now, transaction.channel) > 3\n}\n',
    right: 'rule r {\n  on transaction\n  when hour(now, "America/Sao_Paulo") > 3\n}\n',
  },
};
