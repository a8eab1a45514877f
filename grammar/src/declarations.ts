import { tokenMatcher, type IToken } from 'chevrotain';
import { Dot, Equal, LeftCurly, Let, List, Name, Rule, Text } from './tokens/index.js';

/** The tokens of one declaration, and the first token of the next one. */
export interface Section {
  readonly tokens: IToken[];
  readonly start: number;
  readonly end: number;
  readonly next: IToken | null;
}

/** What follows the key of a rule. */
const opensRule = (token: IToken | undefined): boolean => token?.tokenType === Text || token?.tokenType === LeftCurly;

/** `rule` is reserved and `list name =` fits nowhere else, so a declaration is seen even after a broken one. */
function startsDeclaration(tokens: readonly IToken[], index: number): boolean {
  const [first, second, third] = [tokens[index], tokens[index + 1], tokens[index + 2]];
  if (first?.tokenType === Rule) {
    if (second && tokenMatcher(second, Name) && opensRule(third)) return true;
    // A reserved word where a name was meant begins nothing: `origin.rule`, `let rule =`, `rule rule "Title"`.
    const before = tokens[index - 1]?.tokenType;
    return before !== Dot && before !== Let && !(before === Rule && opensRule(second));
  }
  return first?.tokenType === List && second !== undefined && tokenMatcher(second, Name) && third?.tokenType === Equal;
}

/** Cuts the tokens of a file before every declaration, so that a mistake in one cannot reach the next. */
export function sectionsOf(tokens: readonly IToken[], sourceLength: number): Section[] {
  const starts = [0];
  for (let index = 1; index < tokens.length; index++) if (startsDeclaration(tokens, index)) starts.push(index);
  return starts.map((from, section) => {
    const to = starts[section + 1];
    const next = to === undefined ? null : (tokens[to] ?? null);
    return {
      tokens: tokens.slice(from, to),
      start: section === 0 ? 0 : (tokens[from]?.startOffset ?? 0),
      end: next?.startOffset ?? sourceLength,
      next,
    };
  });
}
