import type { DiagnosticCode } from '@tamis/lang';

export const e0704: DiagnosticCode = {
  code: 'E0704',
  severity: 'error',
  title: 'test failed',
  example: {
    wrong:
      'language 1\n\nrule large {\n  on transaction\n  when transaction.amount > 100 USD\n\n  test "the limit itself hits" {\n    when transaction { amount: 100 USD }\n    expect hit\n  }\n}\n',
    right:
      'language 1\n\nrule large {\n  on transaction\n  when transaction.amount >= 100 USD\n\n  test "the limit itself hits" {\n    when transaction { amount: 100 USD }\n    expect hit\n  }\n}\n',
  },
};
