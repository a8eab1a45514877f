import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0903: DiagnosticCode = {
  code: 'E0903',
  severity: 'error',
  title: 'rule too large',
  reason: 'it could not be checked and run in bounded time',
  example: {
    wrong: `rule r {\n  on transaction\n  when ${Array<string>(101).fill('origin.riskScore > 50').join(' or ')}\n}\n`,
    right: 'rule r {\n  on transaction\n  when origin.riskScore > 50\n}\n',
  },
};
