import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1312: DiagnosticCode = {
  code: 'W1312',
  severity: 'warning',
  title: 'aggregate without a key',
  reason: 'it reads all records of the organization',
  example: {
    wrong: 'rule r {\n  on transaction\n  when count(transactions in last 1h) > 1000\n}\n',
    right: 'rule r {\n  on transaction\n  when count(transactions from origin in last 1h) > 1000\n}\n',
  },
};
