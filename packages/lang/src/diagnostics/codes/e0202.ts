import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0202: DiagnosticCode = {
  code: 'E0202',
  severity: 'error',
  title: 'unknown name',
  reason: 'only fields, lets and declared lists can be read',
  example: {
    wrong: 'rule r {\n  on transaction\n  let limit = 5\n  when limt > 3\n}\n',
    right: 'rule r {\n  on transaction\n  let limit = 5\n  when limit > 3\n}\n',
  },
};
