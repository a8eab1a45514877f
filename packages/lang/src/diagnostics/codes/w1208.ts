import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1208: DiagnosticCode = {
  code: 'W1208',
  severity: 'warning',
  title: '`otherwise` after a value that is never missing',
  example: {
    wrong: 'rule r {\n  on transaction\n  when (transaction.amount otherwise 5 USD) > 10 USD\n}\n',
    right: 'rule r {\n  on transaction\n  when (origin.person.income otherwise 5 USD) > 10 USD\n}\n',
  },
};
