import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1315: DiagnosticCode = {
  code: 'W1315',
  severity: 'warning',
  title: 'time finer than a millisecond',
  reason: 'times are compared in milliseconds',
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.transactedAt > 2026-01-15T12:00:00.123456Z\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.transactedAt > 2026-01-15T12:00:00.123Z\n}\n',
  },
};
