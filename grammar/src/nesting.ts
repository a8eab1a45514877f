import { tokenMatcher, type IToken } from 'chevrotain';
import * as t from './tokens/index.js';

const opens = new Set([t.LeftParen, t.LeftSquare, t.LeftCurly]);
const closes = new Set([t.RightParen, t.RightSquare, t.RightCurly]);
const operandEnds = [t.Name, t.Text, t.NumberText, t.Money, t.Duration, t.Distance, t.Percent, t.DateTime, t.DateText];

const endsOperand = (token: IToken | undefined): boolean =>
  token !== undefined && (closes.has(token.tokenType) || operandEnds.some((type) => tokenMatcher(token, type)));

/**
 * Returns the index of the first token that is nested more deeply than `limit` brackets and prefix operators, or `null` if there is none.
 * Works on the flat tokens before parsing, because the parser is recursive and 100,000 parentheses would exhaust its stack. The braces of
 * the declaration itself do not count.
 */
export function firstTooDeep(tokens: readonly IToken[], limit: number): number | null {
  // So few tokens cannot be nested more deeply.
  if (tokens.length <= limit) return null;
  const open: number[] = [];
  let depth = 0;
  let prefixes = 0;
  for (let index = 0; index < tokens.length; index++) {
    const type = (tokens[index] as IToken).tokenType;
    const isPrefix = type === t.Not || (type === t.Minus && !endsOperand(tokens[index - 1]));
    if (isPrefix) prefixes++;
    else if (opens.has(type)) {
      const counts = type === t.LeftCurly && open.length === 0 ? 0 : 1;
      open.push(prefixes + counts);
      depth += prefixes + counts;
      prefixes = 0;
    } else {
      if (closes.has(type)) depth -= open.pop() ?? 0;
      prefixes = 0;
    }
    if (depth + prefixes > limit) return index;
  }
  return null;
}
