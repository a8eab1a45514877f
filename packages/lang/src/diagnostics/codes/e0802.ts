import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0802: DiagnosticCode = {
  code: 'E0802',
  severity: 'error',
  title: 'action not allowed for this target or mode',
  example: {
    wrong: 'rule r {\n  on person\n  when person.isPep\n  then set status of transaction to DECLINED\n}\n',
    right: 'rule r {\n  on person\n  when person.isPep\n  then set status of person to under_review\n}\n',
  },
};
