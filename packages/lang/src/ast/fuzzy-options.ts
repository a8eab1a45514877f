import type { PathNode } from './path-node.js';
import type { PercentLiteral } from './percent-literal.js';
import type { Word } from './word.js';

/** `at 88% using token_set`. A part that is not written is null. The library defines the defaults. */
export interface FuzzyOptions {
  /** A percentage, or its name as a path with one step. */
  readonly threshold: PercentLiteral | PathNode | null;
  readonly algorithm: Word | null;
}
