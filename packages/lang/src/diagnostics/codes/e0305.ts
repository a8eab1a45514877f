import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0305: DiagnosticCode = {
  code: 'E0305',
  severity: 'error',
  title: 'this value can never occur',
  reason: 'the comparison would always have the same answer',
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.paymentMethod = "card"\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.paymentMethod = "CARD"\n}\n',
  },
};
