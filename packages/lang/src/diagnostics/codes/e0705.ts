import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0705: DiagnosticCode = {
  code: 'E0705',
  severity: 'error',
  title: 'fixture value does not fit',
  reason: 'no event can look like this',
  example: {
    wrong:
      'rule r {\n  on transaction\n  when transaction.amount > 5 USD\n  test "t" {\n    when transaction { amount: "10 USD" }\n    expect hit\n  }\n}\n',
    right:
      'rule r {\n  on transaction\n  when transaction.amount > 5 USD\n  test "t" {\n    when transaction { amount: 10 USD }\n    expect hit\n  }\n}\n',
  },
};
