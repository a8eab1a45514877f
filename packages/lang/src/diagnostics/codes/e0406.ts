import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0406: DiagnosticCode = {
  code: 'E0406',
  severity: 'error',
  title: 'window too long',
  reason: 'history is kept for two years',
  example: {
    wrong: 'rule r {\n  on transaction\n  when count(transactions from origin in last 1000d) > 20\n}\n',
    right: 'rule r {\n  on transaction\n  when count(transactions from origin in last 365d) > 20\n}\n',
  },
};
