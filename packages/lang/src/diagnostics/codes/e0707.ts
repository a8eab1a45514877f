import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0707: DiagnosticCode = {
  code: 'E0707',
  severity: 'error',
  title: 'more than one `vary`',
  example: {
    wrong:
      'rule r {\n  on transaction\n  when transaction.flagged\n  test "t" {\n    when transaction { }\n    vary transaction.flagged { true: hit }\n    vary transaction.flagged { false: no hit }\n  }\n}\n',
    right:
      'rule r {\n  on transaction\n  when transaction.flagged\n  test "t" {\n    when transaction { }\n    vary transaction.flagged { true: hit, false: no hit }\n  }\n}\n',
  },
};
