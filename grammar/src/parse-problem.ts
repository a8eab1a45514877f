import type { IToken } from 'chevrotain';
import type { SizeProblem } from './size-problem.js';

/** The first position in a declaration that does not match the grammar. Offsets are UTF-16, `end` is exclusive. */
export interface ParseProblem {
  readonly kind: 'unexpectedToken' | 'nestedTooDeep' | 'tooManyDeclarations' | SizeProblem['kind'];
  readonly start: number;
  readonly end: number;
  /** The tokens of the declaration. `tokens[at]` does not match, and `at === tokens.length` means that the declaration ends too early. */
  readonly tokens: readonly IToken[];
  readonly at: number;
  /** The first word of the next declaration, or `null` at the end of the source. */
  readonly next: IToken | null;
  /** Name of the only token that could have followed, or `null` if there were several. */
  readonly expected: string | null;
  /** Productions being parsed, outermost first. */
  readonly productions: readonly string[];
}
