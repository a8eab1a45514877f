import type { PathNode } from './path-node.js';
import type { PercentLiteral } from './percent-literal.js';
import type { Word } from './word.js';

/** `at 88% using token_set`. A part that is not written is null; the defaults are the library's. */
export interface FuzzyOptions {
  /** A percentage, or the name of one as a path of one step. */
  readonly threshold: PercentLiteral | PathNode | null;
  readonly algorithm: Word | null;
}
