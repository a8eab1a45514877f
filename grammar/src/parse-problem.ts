import type { IToken } from 'chevrotain';
import type { SizeProblem } from './size-problem.js';

/** The first place in a declaration that does not fit the grammar. Offsets are UTF-16, `end` exclusive. */
export interface ParseProblem {
  readonly kind: 'unexpectedToken' | 'nestedTooDeep' | 'tooManyDeclarations' | SizeProblem['kind'];
  readonly start: number;
  readonly end: number;
  /** The tokens of the declaration; `tokens[at]` does not fit, `at === tokens.length` when the declaration ends too early. */
  readonly tokens: readonly IToken[];
  readonly at: number;
  /** The first word of the next declaration; null at the end of the source. */
  readonly next: IToken | null;
  /** Name of the one token that could have followed; null where there was a choice. */
  readonly expected: string | null;
  /** Productions being read, outermost first. */
  readonly productions: readonly string[];
}
