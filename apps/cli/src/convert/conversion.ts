import type { Diagnostic } from '@tamis/lang';

/** Result of a conversion. */
export interface Conversion {
  /** Text or a JSON value. `null` if there are errors. */
  readonly converted: unknown;
  readonly diagnostics: readonly Diagnostic[];
  /** Parts that the other form cannot represent. */
  readonly notes: readonly string[];
}
