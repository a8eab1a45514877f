import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0913: DiagnosticCode = {
  code: 'E0913',
  severity: 'error',
  title: 'too many items',
  example: {
    wrong: `rule r {\n  on transaction\n  when least(${Array<string>(17).fill('1').join(', ')}) > 5\n}\n`,
    right: 'rule r {\n  on transaction\n  when least(1, 2) > 5\n}\n',
  },
};
