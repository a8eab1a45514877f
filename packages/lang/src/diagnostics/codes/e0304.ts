import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0304: DiagnosticCode = {
  code: 'E0304',
  severity: 'error',
  title: 'branches have different types',
  reason: 'the value would change its type with the data',
  example: {
    wrong: 'rule r {\n  on transaction\n  when (transaction.channel otherwise 3) = "x"\n}\n',
    right: 'rule r {\n  on transaction\n  when (transaction.channel otherwise "none") = "x"\n}\n',
  },
};
