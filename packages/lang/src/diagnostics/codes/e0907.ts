import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0907: DiagnosticCode = {
  code: 'E0907',
  severity: 'error',
  title: 'pattern too long',
  example: {
    wrong: `rule r {\n  on transaction\n  when transaction.channel matches \`${'a'.repeat(257)}\`\n}\n`,
    right: 'rule r {\n  on transaction\n  when transaction.channel matches `^web`\n}\n',
  },
};
