import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0706: DiagnosticCode = {
  code: 'E0706',
  severity: 'error',
  title: 'expected value can never occur',
  example: {
    wrong:
      'rule r {\n  on transaction\n  when transaction.flagged\n  then suggest FLAG\n  test "t" {\n    when transaction { flagged: true }\n    expect suggestion BLOCK\n  }\n}\n',
    right:
      'rule r {\n  on transaction\n  when transaction.flagged\n  then suggest FLAG\n  test "t" {\n    when transaction { flagged: true }\n    expect suggestion FLAG\n  }\n}\n',
  },
};
