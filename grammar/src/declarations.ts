import { tokenMatcher, type IToken, type TokenType } from 'chevrotain';
import * as t from './tokens/index.js';

/** The tokens of one declaration, and the first token of the next one. */
export interface Section {
  readonly tokens: IToken[];
  readonly start: number;
  readonly end: number;
  readonly next: IToken | null;
}

/** Tokens that follow the name of a declaration that begins with a reserved word. */
const tokensAfterName = new Map<TokenType, readonly TokenType[]>([
  [t.Rule, [t.Text, t.LeftCurly]],
  [t.Const, [t.Equal]],
  [t.Param, [t.Equal]],
  [t.Define, [t.As, t.LeftParen]],
]);

const isOneOf = (token: IToken | undefined, types: readonly TokenType[]): boolean =>
  token !== undefined && types.includes(token.tokenType);

const isName = (token: IToken | undefined): boolean => token !== undefined && tokenMatcher(token, t.Name);

/** Reserved words begin a declaration anywhere, except where a name was intended: `origin.rule`, `let rule =`. */
function startsReserved(tokens: readonly IToken[], index: number): boolean {
  const [first, second, third] = [tokens[index], tokens[index + 1], tokens[index + 2]];
  const opener = tokensAfterName.get(first?.tokenType as TokenType);
  if (!opener) return false;
  if (isName(second) && isOneOf(third, opener)) return true;
  const previous = tokens[index - 1];
  const before = previous?.tokenType;
  if (before === t.Dot || before === t.Let) return false;
  // `rule my-rule`: a single name was intended.
  if (before === t.Minus && previous && previous.startOffset + 1 === first?.startOffset) return false;
  // `rule rule "Title"`: the second one is intended as the name of the first.
  const isNameOfOther = before !== undefined && tokensAfterName.get(before)?.includes(second?.tokenType as TokenType);
  return !isNameOfOther;
}

const startsList = (tokens: readonly IToken[], index: number): boolean =>
  tokens[index]?.tokenType === t.List && isName(tokens[index + 1]) && tokens[index + 2]?.tokenType === t.Equal;

function startsImport(tokens: readonly IToken[], index: number): boolean {
  if (tokens[index]?.tokenType !== t.Import || tokens[index + 1]?.tokenType !== t.Text) return false;
  return !isOneOf(tokens[index - 1], [t.Rule, t.Matrix]);
}

/** The brace distinguishes `matrix m "…" {` from a field `matrix` before `import "…"`. */
function startsMatrix(tokens: readonly IToken[], index: number): boolean {
  if (tokens[index]?.tokenType !== t.Matrix || !isName(tokens[index + 1])) return false;
  const after = tokens[index + 2]?.tokenType === t.Text ? index + 3 : index + 2;
  return tokens[after]?.tokenType === t.LeftCurly;
}

/** Tokens after which a reserved word was intended as a name. */
const takeNames: readonly TokenType[] = [t.Dot, t.Let, t.Rule, t.Const, t.Param, t.Define, t.Matrix, t.List];

/** Tokens after which `todo` cannot be a value. */
const valueEndTokens: readonly TokenType[] = [t.RightCurly, t.RightParen, t.RightSquare, t.Text, t.NumberText, t.Money];

/** Tokens that require a value to follow: `todo` is this value, unless it is directly followed by `test`. */
const valueStartExpected: readonly TokenType[] = [
  ...[t.As, t.And, t.Or, t.Not, t.In, t.Is, t.Between, t.Comma, t.Plus, t.Minus, t.Star, t.Slash],
  ...[t.Equal, t.NotEqual, t.Less, t.LessOrEqual, t.Greater, t.GreaterOrEqual],
];

/**
 * Whether a test starts here, at `todo` if there is one. A `todo` that is a value ends the line before the test, `const x = todo`, and no
 * split takes place there.
 */
function startsTest(tokens: readonly IToken[], index: number, isLineStart: (index: number) => boolean): boolean {
  const before = tokens[index - 1];
  if (tokens[index]?.tokenType === t.Test) {
    if (before?.tokenType === t.Todo) return false;
    const hasTitle = tokens[index + 1]?.tokenType === t.Text && isOneOf(tokens[index + 2], [t.LeftCurly, t.For]);
    return (hasTitle && isLineStart(index)) || !isOneOf(before, takeNames);
  }
  if (tokens[index]?.tokenType !== t.Todo || tokens[index + 1]?.tokenType !== t.Test) return false;
  if (isOneOf(before, valueEndTokens)) return true;
  return isLineStart(index) && !(isOneOf(before, valueStartExpected) && isLineStart(index + 1));
}

const startsContextual = (tokens: readonly IToken[], index: number, isLineStart: (index: number) => boolean): boolean =>
  startsImport(tokens, index) || startsMatrix(tokens, index) || startsTest(tokens, index, isLineStart);

/** Returns whether there is a line break between a token and the previous one. */
const lineStarts =
  (tokens: readonly IToken[], text: string) =>
  (index: number): boolean => {
    const [before, token] = [tokens[index - 1], tokens[index]];
    const from = before ? before.startOffset + before.image.length : 0;
    return text.slice(from, token?.startOffset).includes('\n');
  };

const opening: ReadonlySet<TokenType> = new Set([t.LeftParen, t.LeftSquare, t.LeftCurly]);
const closing: ReadonlySet<TokenType> = new Set([t.RightParen, t.RightSquare, t.RightCurly]);
/** Words that a declaration may begin with. All others, which are the majority, need no further checks. */
const starters: ReadonlySet<TokenType> = new Set([
  ...tokensAfterName.keys(),
  t.List,
  t.Import,
  t.Matrix,
  t.Test,
  t.Todo,
]);

/** Number of tokens that are examined to see whether a declaration begins at the first of them. */
const openingTokens = 4;

/**
 * Splits the tokens of a file before every declaration outside of brackets. Never splits a correct declaration. Tokens are requested as
 * needed.
 */
export function* splitSections(batches: Iterable<readonly IToken[]>, text: string): Generator<Section> {
  let tokens: IToken[] = [];
  let start = 0;
  let from = 0;
  let index = 0;
  let depth = 0;
  function* cutUntil(end: number): Generator<Section> {
    const isLineStart = lineStarts(tokens, text);
    for (; index < end; index++) {
      const token = tokens[index] as IToken;
      const isStart =
        depth === 0 &&
        index > from &&
        starters.has(token.tokenType) &&
        (startsReserved(tokens, index) || startsList(tokens, index) || startsContextual(tokens, index, isLineStart));
      if (isStart) {
        yield { tokens: tokens.slice(from, index), start, end: token.startOffset, next: token };
        start = token.startOffset;
        from = index;
      }
      if (opening.has(token.tokenType)) depth++;
      else if (closing.has(token.tokenType)) depth = Math.max(0, depth - 1);
    }
  }
  for (const batch of batches) {
    tokens = [...tokens.slice(from), ...batch];
    index -= from;
    from = 0;
    yield* cutUntil(tokens.length - openingTokens);
  }
  yield* cutUntil(tokens.length);
  yield { tokens: tokens.slice(from), start, end: text.length, next: null };
}

/** Splits all tokens of a file. See `splitSections`. */
export const allSections = (tokens: readonly IToken[], text: string): Section[] => [...splitSections([tokens], text)];

/**
 * Splits a section that could not be parsed where declarations seem to start despite an open bracket, so that an unclosed bracket does not
 * hide what follows. Words that may be names count only at the start of a line.
 */
export function splitBrokenSection(section: Section, text: string): Section[] {
  const { tokens } = section;
  const starts = [0];
  const isAtMargin = (index: number): boolean => text[(tokens[index]?.startOffset ?? 0) - 1] === '\n';
  // `define d as x > > todo`: the end of the broken line is not part of the test below it.
  const isLoneTest = (index: number): boolean =>
    tokens[index]?.tokenType === t.Test && tokens[index - 1]?.tokenType === t.Todo && !isAtMargin(index - 1);
  for (let index = 1; index < tokens.length; index++)
    if (
      startsReserved(tokens, index) ||
      startsList(tokens, index) ||
      (isAtMargin(index) && (isLoneTest(index) || startsContextual(tokens, index, isAtMargin)))
    )
      starts.push(index);
  return starts.map((from, part) => {
    const to = starts[part + 1];
    const next = to === undefined ? section.next : (tokens[to] ?? null);
    return {
      tokens: tokens.slice(from, to),
      start: part === 0 ? section.start : (tokens[from]?.startOffset ?? 0),
      end: to === undefined ? section.end : (next?.startOffset ?? section.end),
      next,
    };
  });
}
