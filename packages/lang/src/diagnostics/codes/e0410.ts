import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0410: DiagnosticCode = {
  code: 'E0410',
  severity: 'error',
  title: '`last N` too large',
  example: {
    wrong: 'rule r {\n  on transaction\n  when count(last 20000 transactions from origin where flagged) > 3\n}\n',
    right: 'rule r {\n  on transaction\n  when count(last 20 transactions from origin where flagged) > 3\n}\n',
  },
};
