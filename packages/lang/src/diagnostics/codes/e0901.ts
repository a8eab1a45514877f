import type { DiagnosticCode } from '../diagnostic-code.js';

const rule = `rule big "Large payment" {
  on transaction
  when transaction.amount > 100 USD
}
`;

export const e0901: DiagnosticCode = {
  code: 'E0901',
  severity: 'error',
  title: 'file too large',
  reason: 'a file is read as a whole',
  example: {
    wrong: `${rule}${'// padding\n'.repeat(100_000)}`,
    right: rule,
  },
};
