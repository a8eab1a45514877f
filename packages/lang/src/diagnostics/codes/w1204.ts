import type { DiagnosticCode } from '../diagnostic-code.js';

export const w1204: DiagnosticCode = {
  code: 'W1204',
  severity: 'warning',
  title: 'field of a person on what may be a company',
  reason: 'it is missing on every company',
  example: {
    wrong: 'rule r {\n  on transaction\n  when origin.person.occupation = "judge"\n}\n',
    right: 'rule r {\n  on transaction\n  when origin.type = "person" and origin.person.occupation = "judge"\n}\n',
  },
};
