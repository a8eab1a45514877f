import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0807: DiagnosticCode = {
  code: 'E0807',
  severity: 'error',
  title: 'conflicting actions in one rule',
  reason: 'only one of them could win',
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.amount > 10 USD\n  then suggest FLAG suggest BLOCK\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.amount > 10 USD\n  then suggest BLOCK\n}\n',
  },
};
