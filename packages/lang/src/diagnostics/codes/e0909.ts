import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0909: DiagnosticCode = {
  code: 'E0909',
  severity: 'error',
  title: 'too many declarations',
  example: {
    wrong: `rule r {\n  on transaction\n${Array.from({ length: 33 }, (_, n) => `  let a${n} = ${n === 0 ? '1' : `a${n - 1} + 1`}\n`).join('')}  when a31 > 1\n}\n`,
    right: 'rule r {\n  on transaction\n  let a = 1\n  when a > 1\n}\n',
  },
};
