import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0904: DiagnosticCode = {
  code: 'E0904',
  severity: 'error',
  title: 'too many rules',
  reason: 'it could not be checked and run in bounded time',
  example: {
    wrong: Array.from({ length: 2001 }, (_, n) => `rule r${n} { on transaction when origin.riskScore > 50 }`).join(
      '\n',
    ),
    right: 'rule r {\n  on transaction\n  when origin.riskScore > 50\n}\n',
  },
};
