import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0601: DiagnosticCode = {
  code: 'E0601',
  severity: 'error',
  title: 'pattern is not supported',
  reason: 'patterns run in linear time, without back-references and look-around',
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.channel matches `^(\\w+)@\\1$`\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.channel matches `^\\w+@\\w+$`\n}\n',
  },
};
