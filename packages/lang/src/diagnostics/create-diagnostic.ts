import type { Diagnostic } from './diagnostic.js';
import type { DiagnosticCode } from './diagnostic-code.js';

/** What one finding adds to its code. `reason` replaces the reason of the code. */
export type DiagnosticDetails = Omit<Diagnostic, 'code' | 'severity' | 'title' | 'docs'>;

/** A finding of the given code. */
export function createDiagnostic(code: DiagnosticCode, parts: DiagnosticDetails): Diagnostic {
  const { code: id, severity, title, reason } = code;
  return {
    code: id,
    severity,
    title,
    ...(reason === undefined ? {} : { reason }),
    ...parts,
    docs: `/docs/errors/${id}`,
  };
}
