import type { IToken } from 'chevrotain';
import { maxBracketItems, maxPathSteps, maxRuleTokens, maxTestTokens } from './limits.js';
import * as t from './tokens/index.js';

/** A declaration that is too large to be parsed at all. The exact limits are checked on the tree. */
export interface SizeProblem {
  readonly kind: 'tooManyElements' | 'tooManyItems' | 'pathTooLong' | 'ruleTooLarge' | 'testTooLarge';
  /** Index of the first token beyond the limit. */
  readonly at: number;
}

interface Bracket {
  readonly isList: boolean;
  readonly isTest: boolean;
  items: number;
}

/** Counts while walking through the flat tokens of one declaration. */
class SizeCount {
  readonly #open: Bracket[] = [];
  #ruleTokens = 0;
  #testTokens = 0;
  #steps = 0;
  #wasDot = false;
  #isTestNext = false;
  #lists = 0;

  /** Returns the limit that this token exceeds. */
  exceededBy(token: IToken): SizeProblem['kind'] | null {
    const type = token.tokenType;
    if (type === t.Test) this.#startTest();
    if (type === t.LeftCurly || type === t.LeftSquare || type === t.LeftParen) this.#enter(type === t.LeftSquare);
    else if (type === t.RightCurly || type === t.RightSquare || type === t.RightParen) this.#leave();
    else if (type === t.Comma) {
      const bracket = this.#open.at(-1);
      if (bracket && ++bracket.items > maxBracketItems) return bracket.isList ? 'tooManyElements' : 'tooManyItems';
    }
    return this.#isPathTooLong(type === t.Dot) ? 'pathTooLong' : this.#count();
  }

  /** Dots alternate with names in a path. Two tokens without a dot end it. */
  #isPathTooLong(isDot: boolean): boolean {
    if (isDot) this.#steps++;
    else if (!this.#wasDot) this.#steps = 0;
    this.#wasDot = isDot;
    return this.#steps > maxPathSteps;
  }

  #startTest(): void {
    this.#testTokens = 0;
    this.#isTestNext = true;
  }

  #enter(isList: boolean): void {
    const isTest = this.#isTestNext || (this.#open.at(-1)?.isTest ?? false);
    this.#isTestNext = false;
    if (isList) this.#lists++;
    this.#open.push({ isList, isTest, items: 0 });
  }

  #leave(): void {
    if (this.#open.pop()?.isList) this.#lists--;
  }

  #count(): SizeProblem['kind'] | null {
    if (this.#open.at(-1)?.isTest) return ++this.#testTokens > maxTestTokens ? 'testTooLarge' : null;
    if (this.#lists > 0) return null;
    return ++this.#ruleTokens > maxRuleTokens ? 'ruleTooLarge' : null;
  }
}

/**
 * Returns the first size limit that a declaration exceeds. Works on the flat tokens before parsing, because building the tree costs a
 * hundred times as much.
 */
export function sizeProblem(tokens: readonly IToken[]): SizeProblem | null {
  const count = new SizeCount();
  for (let at = 0; at < tokens.length; at++) {
    const kind = count.exceededBy(tokens[at] as IToken);
    if (kind) return { kind, at };
  }
  return null;
}
