import type { DataTables } from './data-tables.js';
import type { Signature } from './signature.js';

/** Weight per class: c0 1, c1 2, c2 5, c3 20, c4 60, c5 200 (language manual 2). */
export type CostClass = 'c0' | 'c1' | 'c2' | 'c3' | 'c4' | 'c5';

export const costWeights: Readonly<Record<CostClass, number>> = { c0: 1, c1: 2, c2: 5, c3: 20, c4: 60, c5: 200 };

/** An expression and its result, both in rule text. Examples run as tests and are part of the manual. */
export interface Example {
  readonly text: string;
  /** A literal, or `unknown (cause)`. */
  readonly result: string;
  /** Field values by text path, in the format stored by the API, if the text reads fields. */
  readonly given?: Readonly<Record<string, unknown>>;
  /** Declarations that the text requires: `list blocked = "blocked"`. */
  readonly declares?: string;
  /** Other data that the evaluation may read. Lists are keyed by the name or id used in the text. */
  readonly data?: DataTables;
  /** Transactions that arrived before the current one, in stored format, oldest first. */
  readonly records?: readonly Readonly<Record<string, unknown>>[];
}

export interface CallLimit {
  readonly perRule: number;
  readonly perSet: number;
}

/** One operator or function, with everything the checker, the evaluators, the manual and the catalogue endpoint need. */
export interface Declaration {
  /** For example `gte` or `hour`. */
  readonly name: string;
  readonly kind: 'operator' | 'function';
  /** Syntax: `a >= b`, `hour(t)`. */
  readonly form: string;
  readonly signatures: readonly Signature[];
  /**
   * `strict`: unknown if any operand is; otherwise described in words. A declaration that is not strict handles unknown operands itself.
   */
  readonly missing: 'strict' | { readonly says: string };
  readonly cost: CostClass;
  /**
   * Maximum number of different calls in one rule and in one set. They are looked up together, once per evaluation and never for each
   * record.
   */
  readonly mostCalls?: CallLimit;
  readonly since: number;
  /** Set for a declaration that is only supported for existing rules; `successor` is its replacement (W1113). */
  readonly deprecated?: { readonly successor: string };
  readonly documentation: string;
  readonly examples: readonly Example[];
}
