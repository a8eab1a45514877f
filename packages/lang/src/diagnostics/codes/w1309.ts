import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1309: DiagnosticCode = {
  code: 'W1309',
  severity: 'warning',
  title: 'texts of different collation',
  example: {
    wrong: 'rule r {\n  on transaction\n  when origin.taxId = destination.name\n}\n',
    right: 'rule r {\n  on transaction\n  when origin.taxId = exact(destination.name)\n}\n',
  },
};
