import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0405: DiagnosticCode = {
  code: 'E0405',
  severity: 'error',
  title: 'no window',
  reason: 'it would read every record ever made',
  example: {
    wrong: 'rule r {\n  on transaction\n  when count(transactions from origin) > 20\n}\n',
    right: 'rule r {\n  on transaction\n  when count(transactions from origin in last 24h) > 20\n}\n',
  },
};
