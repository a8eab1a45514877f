import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1111: DiagnosticCode = {
  code: 'W1111',
  severity: 'warning',
  title: 'no `language` line',
  reason: 'a file without it is version 1 for ever',
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.flagged\n}\n',
    right: 'language 1\n\nrule r {\n  on transaction\n  when transaction.flagged\n}\n',
  },
};
