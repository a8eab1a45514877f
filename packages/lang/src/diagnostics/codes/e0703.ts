import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0703: DiagnosticCode = {
  code: 'E0703',
  severity: 'error',
  title: '`given` names an unknown thing',
  example: {
    wrong:
      'rule r {\n  on transaction\n  when count(transactions from origin in last 1h) > 3\n  test "t" {\n    given 4 transaction every 10m { from: origin }\n    when transaction { from: origin }\n    expect hit\n  }\n}\n',
    right:
      'rule r {\n  on transaction\n  when count(transactions from origin in last 1h) > 3\n  test "t" {\n    given 4 transactions every 10m { from: origin }\n    when transaction { from: origin }\n    expect hit\n  }\n}\n',
  },
};
