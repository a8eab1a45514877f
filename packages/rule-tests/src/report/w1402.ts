import type { DiagnosticCode } from '@tamis/lang';

export const w1402: DiagnosticCode = {
  code: 'W1402',
  severity: 'warning',
  title: 'no test at the boundary',
  reason:
    'whether the boundary itself counts is the commonest mistake in a rule, and only a case on it shows which is meant',
  example: {
    wrong:
      'language 1\n\nrule large {\n  on transaction\n  when transaction.amount >= 100 USD\n\n  test "large" {\n    when transaction { amount: 500 USD }\n    expect hit\n  }\n}\n',
    right:
      'language 1\n\nrule large {\n  on transaction\n  when transaction.amount >= 100 USD\n\n  test "large" {\n    when transaction { }\n    vary transaction.amount {\n      99.99 USD: no hit,\n      100 USD: hit,\n    }\n  }\n}\n',
  },
};
