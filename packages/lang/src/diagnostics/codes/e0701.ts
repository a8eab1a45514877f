import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0701: DiagnosticCode = {
  code: 'E0701',
  severity: 'error',
  title: 'test has no event, or two',
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.flagged\n  test "t" {\n    expect hit\n  }\n}\n',
    right:
      'rule r {\n  on transaction\n  when transaction.flagged\n  test "t" {\n    when transaction { flagged: true }\n    expect hit\n  }\n}\n',
  },
};
