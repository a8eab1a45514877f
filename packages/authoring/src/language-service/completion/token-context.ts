import type { IToken } from '@tamis/grammar';
import type { Target } from '@tamis/lang';

/** A bracket that is open at the cursor, and what it belongs to. */
export interface OpenBracket {
  /** Index of the bracket among the tokens before the cursor. */
  readonly at: number;
  readonly kind: 'aggregate' | 'call' | 'parentheses' | 'array' | 'member' | 'group' | 'object' | 'block' | 'triggers';
}

const nameOf = (token: IToken | undefined): string => token?.tokenType.name ?? '';

/** Words before `{` that make it a group of conditions. */
const groupWords = new Set(['All', 'Any', 'None']);

/** Tokens that can end a value, so that a following `[` accesses a member. */
const valueEnds = new Set(['RightParen', 'RightSquare', 'Identifier']);

function parenthesisKind(tokens: readonly IToken[], at: number): OpenBracket['kind'] {
  const before = tokens[at - 1];
  const name = nameOf(before);
  if (name === 'AggregateWord') return 'aggregate';
  if (name === 'Identifier') return isOnHeader(tokens, at - 1) ? 'triggers' : 'call';
  // A contextual word before `(` is a function: `date(…)`, `time(…)`. A reserved word is not.
  const isContextual = before !== undefined && (before.tokenType.CATEGORIES?.length ?? 0) > 0;
  return isContextual && name !== 'On' ? 'call' : 'parentheses';
}

/** Whether this is the bracket of `on transaction (` or `on person, company (`. */
function isOnHeader(tokens: readonly IToken[], at: number): boolean {
  let index = at;
  while (nameOf(tokens[index - 1]) === 'Comma') index -= 2;
  return nameOf(tokens[index - 1]) === 'On';
}

function curlyKind(tokens: readonly IToken[], at: number, depth: number): OpenBracket['kind'] {
  const before = nameOf(tokens[at - 1]);
  if (groupWords.has(before)) return 'group';
  if (before === 'Of' && nameOf(tokens[at - 3]) === 'Least') return 'group';
  if (depth === 0) return 'block';
  let index = at - 1;
  while (index > 0 && !['Test', 'Given', 'When', 'Vary', 'LeftCurly', 'RightCurly'].includes(nameOf(tokens[index])))
    index--;
  return nameOf(tokens[index]) === 'Test' ? 'block' : 'object';
}

export function openBrackets(tokens: readonly IToken[]): readonly OpenBracket[] {
  const open: OpenBracket[] = [];
  for (const [at, token] of tokens.entries()) {
    const name = nameOf(token);
    if (name === 'LeftParen') open.push({ at, kind: parenthesisKind(tokens, at) });
    else if (name === 'LeftSquare') open.push({ at, kind: isMember(tokens, at) ? 'member' : 'array' });
    else if (name === 'LeftCurly') open.push({ at, kind: curlyKind(tokens, at, open.length) });
    else if (name === 'RightParen' || name === 'RightSquare' || name === 'RightCurly') open.pop();
  }
  return open;
}

function isMember(tokens: readonly IToken[], at: number): boolean {
  const [before, bracket] = [tokens[at - 1], tokens[at]];
  return (
    before !== undefined &&
    valueEnds.has(nameOf(before)) &&
    before.startOffset + before.image.length === bracket?.startOffset
  );
}

/** Returns the comma-separated words after a header word. */
function wordsAfter(tokens: readonly IToken[], at: number): readonly string[] {
  const words: string[] = [];
  let index = at + 1;
  for (let token = tokens[index]; token; token = tokens[index]) {
    words.push(token.image);
    if (nameOf(tokens[index + 1]) !== 'Comma') break;
    index += 2;
  }
  return words;
}

const known: readonly string[] = ['transaction', 'person', 'company', 'userEvent'];
const isTarget = (word: string): word is Target => known.includes(word);

/** Returns the targets of the rule, as far as it declares them. */
export function targetsOf(tokens: readonly IToken[]): readonly Target[] {
  const at = tokens.findIndex((token, index) => nameOf(token) === 'On' && nameOf(tokens[index - 1]) !== 'Stop');
  return at < 0 ? [] : wordsAfter(tokens, at).filter(isTarget);
}

/** Returns the header words that a rule already has (or the clauses of a matrix), each of which may occur only once. */
export function usedHeaders(tokens: readonly IToken[]): ReadonlySet<string> {
  const used = new Set<string>();
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    const name = nameOf(token);
    if (name.startsWith('Left')) depth++;
    if (name.startsWith('Right')) depth--;
    if (depth !== 1 || (name === 'On' && nameOf(tokens[index - 1]) === 'Stop')) continue;
    if (name === 'When' || name === 'Let') break;
    used.add(name);
  }
  return used;
}

/** Returns the lets of a declaration before `end`, in order: name and text of the value. */
export function letsBefore(tokens: readonly IToken[], text: string): readonly { name: string; value: string }[] {
  const lets: { name: string; value: string }[] = [];
  for (const [index, token] of tokens.entries()) {
    if (nameOf(token) !== 'Let') continue;
    const [name, equal, first] = [tokens[index + 1], tokens[index + 2], tokens[index + 3]];
    if (!name || nameOf(equal) !== 'Equal' || !first) continue;
    const end = tokens.findIndex((each, at) => at > index && ['Let', 'When'].includes(nameOf(each)));
    // The let that is being written is not visible to itself.
    if (end < 0) continue;
    lets.push({ name: name.image, value: text.slice(first.startOffset, tokens[end]?.startOffset) });
  }
  return lets;
}

/** Returns the source whose records an aggregate reads: the word after `of`, `prior` or `last N`, or the first word. */
export function aggregateSource(tokens: readonly IToken[], open: number): string | null {
  let depth = 0;
  let source: IToken | undefined;
  for (let index = open + 1; index < tokens.length; index++) {
    const name = nameOf(tokens[index]);
    if (name.startsWith('Left')) depth++;
    if (name.startsWith('Right')) depth--;
    if (depth < 0) break;
    if (depth > 0) continue;
    if (['Of', 'Prior'].includes(name)) source = tokens[index + 1];
    else if (name === 'Last' && nameOf(tokens[index + 1]) === 'Number') source ??= tokens[index + 2];
    else if (['From', 'To', 'Involving', 'Between', 'Per', 'In', 'Since', 'Where'].includes(name)) break;
  }
  const bare = nameOf(tokens[open + 1]) === 'Distinct' ? tokens[open + 2] : tokens[open + 1];
  if (source && ['Prior', 'Last'].includes(nameOf(source))) return null;
  return (source ?? bare)?.image ?? null;
}
