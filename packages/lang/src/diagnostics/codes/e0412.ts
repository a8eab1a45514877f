import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0412: DiagnosticCode = {
  code: 'E0412',
  severity: 'error',
  title: 'too many searches',
  reason: 'each one goes through whole lists',
  example: {
    wrong:
      'rule r {\n  on transaction\n  when screenName(origin.name).hits + screenName(destination.name).hits + screenName(transaction.description).hits > 0\n}\n',
    right: 'rule r {\n  on transaction\n  when screenName(transaction.description).hits > 0\n}\n',
  },
};
