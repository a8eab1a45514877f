import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0206: DiagnosticCode = {
  code: 'E0206',
  severity: 'error',
  title: 'name hides another',
  reason: 'a reader could take one for the other',
  example: {
    wrong: 'rule r {\n  on transaction\n  let now = 2\n  when now > 1\n}\n',
    right: 'rule r {\n  on transaction\n  let moment = 2\n  when moment > 1\n}\n',
  },
};
