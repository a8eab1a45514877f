import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1110: DiagnosticCode = {
  code: 'W1110',
  severity: 'warning',
  title: 'name is never used',
  reason: 'it may be a misspelling, or left over',
  example: {
    wrong: 'rule r {\n  on transaction\n  let limit = 5\n  when transaction.amount > 10 USD\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.amount > 10 USD\n}\n',
  },
};
