import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1101: DiagnosticCode = {
  code: 'W1101',
  severity: 'warning',
  title: '`and` and `or` without parentheses',
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.flagged or origin.isPep and destination.isPep\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.flagged or (origin.isPep and destination.isPep)\n}\n',
  },
};
