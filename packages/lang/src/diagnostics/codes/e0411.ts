import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0411: DiagnosticCode = {
  code: 'E0411',
  severity: 'error',
  title: 'key by which no record is found',
  reason: 'no index finds it, so the window is always unknown',
  example: {
    wrong: 'rule r {\n  on transaction\n  when count(transactions per channel in last 1h) > 3\n}\n',
    right: 'rule r {\n  on transaction\n  when count(transactions per paymentMethod in last 1h) > 3\n}\n',
  },
};
