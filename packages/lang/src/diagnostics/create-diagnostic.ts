import type { Diagnostic } from './diagnostic.js';
import type { DiagnosticCode } from './diagnostic-code.js';

/** What one finding adds to its code. `reason` replaces the reason of the code. */
export type DiagnosticDetails = Omit<Diagnostic, 'code' | 'severity' | 'title' | 'docs'>;

/** Findings are shown to people, so very long names in them are cut. */
const maxLength = 1_000;

const cut = (text: string): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…`;

/** Creates a finding with the given code. */
export function createDiagnostic(code: DiagnosticCode, parts: DiagnosticDetails): Diagnostic {
  const { code: id, severity, title, reason } = code;
  return {
    code: id,
    severity,
    title,
    ...(reason === undefined ? {} : { reason }),
    ...parts,
    message: cut(parts.message),
    ...(parts.help === undefined ? {} : { help: cut(parts.help) }),
    docs: `/docs/errors/${id}`,
  };
}
