import type { DiagnosticCode } from '../diagnostic-code.js';

export const e0504: DiagnosticCode = {
  code: 'E0504',
  severity: 'error',
  title: 'list has another type',
  example: {
    wrong: 'list l = "blocked" of type "ip_blocklist"\nrule r {\n  on transaction\n  when origin.taxId in l\n}\n',
    right: 'list l = "blocked" of type "custom"\nrule r {\n  on transaction\n  when origin.taxId in l\n}\n',
  },
};
