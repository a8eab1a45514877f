import { diagnosticCodes, type DiagnosticCode } from '@tamis/lang';
import { testDiagnosticCodes } from '@tamis/authoring/rule-tests';

/** Every code a command can print, by number. */
export const allDiagnosticCodes: readonly DiagnosticCode[] = [...diagnosticCodes, ...testDiagnosticCodes].sort(
  (a, b) => (a.code < b.code ? -1 : 1),
);
