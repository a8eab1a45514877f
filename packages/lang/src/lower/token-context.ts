import type { IToken } from '@tamis/grammar';

export interface Bracket {
  readonly kind: 'LeftParen' | 'LeftSquare' | 'LeftCurly';
  readonly token: IToken;
}

const opening = new Set(['LeftParen', 'LeftSquare', 'LeftCurly']);
const closing = new Set(['RightParen', 'RightSquare', 'RightCurly']);

/** Returns the innermost open bracket before `tokens[at]`. */
export function openBracket(tokens: readonly IToken[], at: number): Bracket | null {
  let closed = 0;
  for (let index = at - 1; index >= 0; index--) {
    const token = tokens[index] as IToken;
    const { name } = token.tokenType;
    if (closing.has(name)) closed++;
    else if (opening.has(name) && closed > 0) closed--;
    else if (opening.has(name)) return { kind: name as Bracket['kind'], token };
  }
  return null;
}

const comparisons = new Set([
  'Equal',
  'NotEqual',
  'Less',
  'LessOrEqual',
  'Greater',
  'GreaterOrEqual',
  'Is',
  'In',
  'Between',
  'Contains',
]);
const separators = new Set(['And', 'Or', 'Where', 'When', 'Let', 'Then', 'Comma', 'Rule']);

/** Returns the preceding comparison in the same brackets, to which the comparison `tokens[at]` would be chained. */
export function previousComparison(tokens: readonly IToken[], at: number): IToken | null {
  if (!comparisons.has(tokens[at]?.tokenType.name ?? '')) return null;
  let closed = 0;
  let found: IToken | null = null;
  for (let index = at - 1; index >= 0; index--) {
    const token = tokens[index] as IToken;
    const { name } = token.tokenType;
    if (closing.has(name)) closed++;
    else if (opening.has(name) && closed === 0) return found;
    else if (opening.has(name)) closed--;
    else if (closed > 0) continue;
    else if (separators.has(name)) return found;
    else if (comparisons.has(name)) {
      // The `=` of `let x = a < b` is not a comparison.
      if (tokens[index - 2]?.tokenType.name === 'Let') return found;
      found = token;
    }
  }
  return found;
}
