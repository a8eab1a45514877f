import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0908: DiagnosticCode = {
  code: 'E0908',
  severity: 'error',
  title: 'too many aggregates',
  reason: 'each one reads its own window',
  example: {
    wrong: `rule r {\n  on transaction\n  when ${Array.from({ length: 13 }, (_, n) => `count(transactions from origin in last ${n + 1}h) > 50`).join(' or ')}\n}\n`,
    right: 'rule r {\n  on transaction\n  when count(transactions from origin in last 1h) > 50\n}\n',
  },
};
