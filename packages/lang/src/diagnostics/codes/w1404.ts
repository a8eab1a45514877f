import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1404: DiagnosticCode = {
  code: 'W1404',
  severity: 'warning',
  title: 'review date passed',
  example: {
    wrong:
      'language 1\n\nrule r {\n  on transaction\n  owner "fraud"\n  meta { reviewBy: 2025-01-01 }\n  when transaction.flagged\n  test "t" {\n    when transaction { flagged: true }\n    expect hit\n  }\n}\n',
    right:
      'language 1\n\nrule r {\n  on transaction\n  owner "fraud"\n  meta { reviewBy: 2030-01-01 }\n  when transaction.flagged\n  test "t" {\n    when transaction { flagged: true }\n    expect hit\n  }\n}\n',
  },
};
