import type { DiagnosticCode } from '@tamis/lang';

export const w1402: DiagnosticCode = {
  code: 'W1402',
  severity: 'warning',
  title: 'no test on a threshold',
  reason: 'most mistakes are made at the boundary',
  example: {
    wrong:
      'language 1\n\nrule r {\n  on transaction\n  owner "fraud"\n  when transaction.amount > 5 USD\n  test "t" {\n    when transaction { amount: 9 USD }\n    expect hit\n  }\n}\n',
    right:
      'language 1\n\nrule r {\n  on transaction\n  owner "fraud"\n  when transaction.amount > 5 USD\n  test "t" {\n    when transaction { }\n    vary transaction.amount { 5 USD: no hit, 6 USD: hit }\n  }\n}\n',
  },
};

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

/** The codes that only the execution of tests can produce. */
export const testDiagnosticCodes: readonly DiagnosticCode[] = [e0704, w1402];
