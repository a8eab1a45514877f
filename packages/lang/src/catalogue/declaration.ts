import type { DataTables } from './data-tables.js';
import type { Signature } from './signature.js';

/** Weight per class: c0 1, c1 2, c2 5, c3 20, c4 60, c5 200 (language manual 2). */
export type CostClass = 'c0' | 'c1' | 'c2' | 'c3' | 'c4' | 'c5';

export const costWeights: Readonly<Record<CostClass, number>> = { c0: 1, c1: 2, c2: 5, c3: 20, c4: 60, c5: 200 };

/** An expression and what it yields, both in rule text; they run as tests and stand in the manual. */
export interface Example {
  readonly text: string;
  /** A literal, or `unknown (cause)`. */
  readonly result: string;
  /** Field values by text path, as the API would store them, when the text reads fields. */
  readonly given?: Readonly<Record<string, unknown>>;
  /** Declarations the text needs: `list blocked = "blocked"`. */
  readonly declares?: string;
  /** What else the run may read. Lists stand under the name or id the text gives them. */
  readonly data?: DataTables;
  /** Transactions that arrived before the current one, as stored, oldest first. */
  readonly records?: readonly Readonly<Record<string, unknown>>[];
}

export interface CallLimit {
  readonly perRule: number;
  readonly perSet: number;
}

/** One operator or function: everything the checker, the evaluators, the manual and the catalogue endpoint say about it. */
export interface Declaration {
  /** `gte`, `hour`. */
  readonly name: string;
  readonly kind: 'operator' | 'function';
  /** How it is written: `a >= b`, `hour(t)`. */
  readonly form: string;
  readonly signatures: readonly Signature[];
  /** `strict`: unknown as soon as an operand is; else in words. A non-strict one sees unknown operands itself. */
  readonly missing: 'strict' | { readonly says: string };
  readonly cost: CostClass;
  /** How many different calls one rule and one set may have. They are asked together, once for a run and never for each record. */
  readonly mostCalls?: CallLimit;
  readonly since: number;
  /** Kept for rules that use it; `successor` says what to write instead (W1113). */
  readonly deprecated?: { readonly successor: string };
  readonly documentation: string;
  readonly examples: readonly Example[];
}
