import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1401: DiagnosticCode = {
  code: 'W1401',
  severity: 'warning',
  title: 'no test',
  example: {
    wrong: 'language 1\n\nrule r {\n  on transaction\n  owner "fraud"\n  when transaction.flagged\n}\n',
    right:
      'language 1\n\nrule r {\n  on transaction\n  owner "fraud"\n  when transaction.flagged\n  test "t" {\n    when transaction { flagged: true }\n    expect hit\n  }\n}\n',
  },
};
