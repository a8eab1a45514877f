import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0702: DiagnosticCode = {
  code: 'E0702',
  severity: 'error',
  title: 'test expects nothing',
  example: {
    wrong:
      'rule r {\n  on transaction\n  when transaction.flagged\n  test "t" {\n    when transaction { flagged: true }\n  }\n}\n',
    right:
      'rule r {\n  on transaction\n  when transaction.flagged\n  test "t" {\n    when transaction { flagged: true }\n    expect hit\n  }\n}\n',
  },
};
