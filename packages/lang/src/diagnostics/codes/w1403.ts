import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1403: DiagnosticCode = {
  code: 'W1403',
  severity: 'warning',
  title: 'no owner',
  reason: 'nobody is asked when the rule is noisy',
  example: {
    wrong:
      'language 1\n\nrule r {\n  on transaction\n  when transaction.flagged\n  test "t" {\n    when transaction { flagged: true }\n    expect hit\n  }\n}\n',
    right:
      'language 1\n\nrule r {\n  on transaction\n  owner "fraud"\n  when transaction.flagged\n  test "t" {\n    when transaction { flagged: true }\n    expect hit\n  }\n}\n',
  },
};
