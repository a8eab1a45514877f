import type { IToken, TokenType } from 'chevrotain';
import { maxDeclarationWords, maxOpenBrackets } from './limits.js';
import * as t from './tokens/index.js';

const opening: ReadonlySet<TokenType> = new Set([t.LeftParen, t.LeftSquare, t.LeftCurly]);
const closing: ReadonlySet<TokenType> = new Set([t.RightParen, t.RightSquare, t.RightCurly]);
const lineEnd = 10;

/** Counts open brackets, and words since the last one at the margin, over all tokens of a text. */
export class ReadingLimit {
  #depth = 0;
  #words = 0;

  /** Returns how many of the next tokens are worth parsing: up to the one after which no declaration can be correct any more. */
  countReadable(tokens: readonly IToken[], text: string): number {
    let count = 0;
    for (const { tokenType, image, startOffset } of tokens) {
      count++;
      if (opening.has(tokenType)) this.#depth++;
      else if (closing.has(tokenType)) this.#depth = Math.max(0, this.#depth - 1);
      const isAtMargin = text.charCodeAt(startOffset - 1) === lineEnd && /^[A-Za-z]/.test(image);
      this.#words = isAtMargin ? 1 : this.#words + 1;
      if (this.#depth > maxOpenBrackets || this.#words > maxDeclarationWords) break;
    }
    return count;
  }
}
