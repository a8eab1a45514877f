import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0808: DiagnosticCode = {
  code: 'E0808',
  severity: 'error',
  title: 'header value out of range',
  example: {
    wrong: 'rule r {\n  on transaction score 500\n  when transaction.amount > 10 USD\n}\n',
    right: 'rule r {\n  on transaction score 50\n  when transaction.amount > 10 USD\n}\n',
  },
};
