import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1316: DiagnosticCode = {
  code: 'W1316',
  severity: 'warning',
  title: 'character that nobody sees',
  reason: 'two texts that look the same would not be equal',
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.description = "A\u200B-7"\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.description = "A\\u{200B}-7"\n}\n',
  },
};
