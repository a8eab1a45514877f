import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1317: DiagnosticCode = {
  code: 'W1317',
  severity: 'warning',
  title: 'a whole day against an instant',
  reason: 'beside a day, an instant counts as its local day',
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.transactedAt > 2026-01-15\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.transactedAt >= 2026-01-16\n}\n',
  },
};
