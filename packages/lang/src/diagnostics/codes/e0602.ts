import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0602: DiagnosticCode = {
  code: 'E0602',
  severity: 'error',
  title: 'pattern too complex',
  example: {
    wrong: 'rule r {\n  on transaction\n  when transaction.channel matches `((a{100}){100}){100}`\n}\n',
    right: 'rule r {\n  on transaction\n  when transaction.channel matches `a{100}`\n}\n',
  },
};
