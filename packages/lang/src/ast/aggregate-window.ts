import type { Expression } from './expression.js';
import type { DurationLiteral } from './duration-literal.js';
import type { PathNode } from './path-node.js';
import type { Word } from './word.js';

/** The period that is read. T is the logical time of the evaluation. */
export type AggregateWindow =
  /** `in last D`: (T - D, T]. D may be a name, as a path with one step. */
  | { readonly kind: 'last'; readonly duration: DurationLiteral | PathNode }
  /** `in current month`: from the start of the unit to T. */
  | { readonly kind: 'current'; readonly unit: Word }
  /** `in previous month`: the entire unit before the current one. */
  | { readonly kind: 'previous'; readonly unit: Word }
  /** `in all time`. */
  | { readonly kind: 'allTime' }
  /** `since t`: [t, T]. */
  | { readonly kind: 'since'; readonly start: Expression };
