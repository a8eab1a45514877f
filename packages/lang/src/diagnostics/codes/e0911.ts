import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0911: DiagnosticCode = {
  code: 'E0911',
  severity: 'error',
  title: 'too many actions',
  example: {
    wrong: `rule r {\n  on transaction\n  when origin.riskScore > 50\n  then ${Array.from({ length: 21 }, (_, n) => `key "k${n}"`).join(' ')}\n}\n`,
    right: 'rule r {\n  on transaction\n  when origin.riskScore > 50\n  then key "k"\n}\n',
  },
};
