import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0912: DiagnosticCode = {
  code: 'E0912',
  severity: 'error',
  title: 'test too large',
  reason: 'tests run at every save and must stay quick',
  example: {
    wrong:
      'rule r {\n  on transaction\n  when origin.riskScore > 50\n\n  test "many" {\n    given 1001 transactions every 1m { from: origin }\n    when transaction { }\n    expect no hit\n  }\n}\n',
    right:
      'rule r {\n  on transaction\n  when origin.riskScore > 50\n\n  test "some" {\n    given 10 transactions every 1m { from: origin }\n    when transaction { }\n    expect unknown\n  }\n}\n',
  },
};
