import type { IToken } from '@tamis/grammar';
import type { Cursor } from './cursor.js';
import { openBrackets, type OpenBracket } from './token-context.js';

/** The comparison that is being written: from the last `when`, `and`, comma, … to the cursor. */
export interface Segment {
  /** Text so far, possibly empty. */
  readonly text: string;
  /** Offset of `text` in the declaration. */
  readonly start: number;
  /** Text that closes the segment once there is a value at the cursor. `{}` stands for that value where it is needed once more. */
  readonly closing: string;
  /** The innermost bracket that contains the segment, or `null` if there is none. */
  readonly inside: OpenBracket | null;
  /** Index of the argument of the call, or of the item of the group. */
  readonly index: number;
  /** The aggregate that contains the segment, at any depth. */
  readonly aggregate: OpenBracket | null;
}

const nameOf = (token: IToken | undefined): string => token?.tokenType.name ?? '';

const starts = new Set(['When', 'Where', 'Then', 'Let', 'Or', 'Comma', 'Colon', 'LeftCurly', 'RightCurly', 'Expect']);
const joined = new Set(['Or', 'When', 'Where', 'Comma', 'Colon', 'LeftCurly', 'And']);

/** Whether the `and` at an index belongs to a `between`. */
function endsRange(tokens: readonly IToken[], at: number): boolean {
  let depth = 0;
  for (let index = at - 1; index >= 0; index--) {
    const name = nameOf(tokens[index]);
    if (name.startsWith('Right')) depth++;
    else if (name.startsWith('Left') && !name.startsWith('Less')) depth--;
    if (depth < 0) return false;
    if (depth > 0) continue;
    if (name === 'Between') return true;
    if (joined.has(name)) return false;
  }
  return false;
}

/** Whether this `not` starts a condition, as opposed to `x not in y`. */
function beginsNegation(tokens: readonly IToken[], at: number): boolean {
  const before = nameOf(tokens[at - 1]);
  return starts.has(before) || ['And', 'Not', 'LeftParen', 'Equal', 'As'].includes(before);
}

/** Whether this is the sign after the name of a `let`, `const` or `param`, or the `as` of a definition. */
function beginsValue(tokens: readonly IToken[], at: number): boolean {
  if (nameOf(tokens[at]) === 'Equal') return ['Let', 'Const', 'Param', 'List'].includes(nameOf(tokens[at - 2]));
  const isDefine = nameOf(tokens[0]) === 'Define';
  return isDefine && tokens.findIndex((token) => nameOf(token) === 'As') === at;
}

function isBoundary(tokens: readonly IToken[], at: number): boolean {
  const name = nameOf(tokens[at]);
  if (starts.has(name)) return true;
  if (name === 'And') return !endsRange(tokens, at);
  if (name === 'Not') return beginsNegation(tokens, at);
  if (name === 'Equal' || name === 'As') return beginsValue(tokens, at);
  // `count(x of transactions since |`, `{ … } vary x {` and similar text start a new segment.
  return name === 'Since';
}

/** Brackets that a comparison may extend beyond, because its other side is before them. */
const transparent = new Set<OpenBracket['kind']>(['parentheses', 'array']);

function segmentStart(tokens: readonly IToken[], open: readonly OpenBracket[]): { at: number; crossed: OpenBracket[] } {
  const crossed: OpenBracket[] = [];
  let index = tokens.length - 1;
  let depth = 0;
  for (; index >= 0; index--) {
    const name = nameOf(tokens[index]);
    if (name === 'RightParen' || name === 'RightSquare' || name === 'RightCurly') {
      if (name === 'RightCurly' && depth === 0 && nameOf(tokens[index + 1]) !== '') break;
      depth++;
    } else if (name === 'LeftParen' || name === 'LeftSquare' || name === 'LeftCurly') {
      if (depth > 0) depth--;
      else {
        const bracket = open.find(({ at }) => at === index);
        if (!bracket || !transparent.has(bracket.kind)) break;
        crossed.push(bracket);
      }
    } else if (depth === 0 && isBoundary(tokens, index) && !isItem(tokens, index, open)) break;
  }
  return { at: index + 1, crossed };
}

/** A comma between the items of a list does not end the segment that started before the list. */
function isItem(tokens: readonly IToken[], at: number, open: readonly OpenBracket[]): boolean {
  if (nameOf(tokens[at]) !== 'Comma') return false;
  const around = open.filter((bracket) => bracket.at < at).at(-1);
  return around?.kind === 'array';
}

function indexIn(tokens: readonly IToken[], bracket: OpenBracket): number {
  let depth = 0;
  let index = 0;
  for (const token of tokens.slice(bracket.at + 1)) {
    const name = nameOf(token);
    if (name === 'LeftParen' || name === 'LeftSquare' || name === 'LeftCurly') depth++;
    else if (name === 'RightParen' || name === 'RightSquare' || name === 'RightCurly') depth--;
    else if (name === 'Comma' && depth === 0) index++;
  }
  return index;
}

/** Whether there is a range that still lacks its upper bound. */
function lacksUpper(tokens: readonly IToken[]): boolean {
  const between = tokens.findLastIndex((token) => nameOf(token) === 'Between');
  if (between < 0) return false;
  return !tokens.some((token, index) => index > between && nameOf(token) === 'And');
}

export function segmentAt({ tokens, text, from }: Cursor): Segment {
  const open = openBrackets(tokens);
  const { at, crossed } = segmentStart(tokens, open);
  const first = tokens[at];
  const start = first?.startOffset ?? from;
  const rest = open.filter((bracket) => !crossed.includes(bracket));
  const inside = rest.at(-1) ?? null;
  const brackets = crossed.map(({ kind }) => (kind === 'array' ? ']' : ')')).join('');
  return {
    text: text.slice(start, from),
    start,
    closing: `${lacksUpper(tokens.slice(at)) ? ' and {}' : ''}${brackets}`,
    inside,
    index: inside ? indexIn(tokens, inside) : 0,
    aggregate: rest.findLast(({ kind }) => kind === 'aggregate') ?? null,
  };
}
