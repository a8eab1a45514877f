import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0906: DiagnosticCode = {
  code: 'E0906',
  severity: 'error',
  title: 'text too long',
  example: {
    wrong: `rule r {\n  on transaction\n  when transaction.description = "${'a'.repeat(4001)}"\n}\n`,
    right: 'rule r {\n  on transaction\n  when transaction.description = "a"\n}\n',
  },
};
