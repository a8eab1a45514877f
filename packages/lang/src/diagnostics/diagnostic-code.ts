import type { Severity } from './diagnostic.js';

/** What every diagnostic of one code shares. One file per code in `codes/`. Codes are never reused. */
export interface DiagnosticCode {
  /** `E0201`: section 10 of the language manual. */
  readonly code: string;
  readonly severity: Severity;
  readonly title: string;
  readonly reason?: string;
  /** Source that gives this diagnostic, and the same source put right; both are compiled by the tests. */
  readonly example: { readonly wrong: string; readonly right: string };
}
