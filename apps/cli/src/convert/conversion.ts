import type { Diagnostic } from '@tamis/lang';

/** What a conversion came to. */
export interface Conversion {
  /** Text, or a JSON value; null where there are errors. */
  readonly converted: unknown;
  readonly diagnostics: readonly Diagnostic[];
  /** What the other form has no place for. */
  readonly notes: readonly string[];
}
