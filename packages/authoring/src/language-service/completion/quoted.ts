import { tokenize, type IToken } from '@tamis/grammar';
import { printText } from '@tamis/lang';
import { expectedAfter, type Cursor, type ExpectedToken } from './cursor.js';
import { quotedLiterals } from './literals.js';
import type { Proposal } from './proposal.js';
import { CompletionScope } from './completion-scope.js';
import { TypedHole } from './typed-hole.js';

const messageRules = new Set(['alertAction', 'openCaseAction', 'notifyAction', 'reason']);

const endOf = ({ startOffset, image }: IToken): number => startOffset + image.length;

function isMessage({ expected, tokens }: Cursor): boolean {
  const inAction = expected.some(({ token, rules }) => token === 'Text' && messageRules.has(rules.at(-1) ?? ''));
  const [name, bracket] = tokens.slice(-2);
  return inAction || (name?.image === 'text' && bracket?.tokenType.name === 'LeftParen');
}

/** Returns the offset of the open hole in the text before the cursor, or -1 if there is none. */
function openHole(quoted: string): number {
  let start = -1;
  for (let at = 0; at < quoted.length; at++) {
    const character = quoted[at];
    if (character === '\\') at++;
    else if (start >= 0) start = character === '}' ? -1 : start;
    else if (character === '{' && quoted[at + 1] === '{') at++;
    else if (character === '{') start = at + 1;
  }
  return start;
}

/** Returns the cursor as if the hole were written outside of the message, or `null` if it is not in a hole. */
export function cursorInHole(cursor: Cursor): Cursor | null {
  if (cursor.quoted === null || !isMessage(cursor)) return null;
  const start = openHole(cursor.quoted);
  if (start < 0) return null;
  const offset = cursor.from + 1 + start;
  const at = cursor.from + 1 + cursor.quoted.length;
  const inHole = tokenize(cursor.text.slice(offset, at)).tokens;
  for (const token of inHole) token.startOffset += offset;
  const last = inHole.at(-1);
  const written = last && endOf(last) === at && /^[A-Za-z_]\w*$/.test(last.image) ? last : null;
  const from = written?.startOffset ?? at;
  const to = at + (written ? (/^\w*/.exec(cursor.text.slice(at))?.[0].length ?? 0) : 0);
  const before = written ? inHole.slice(0, -1) : inHole;
  // The content of a hole starts a new expression, like after a comma.
  const [comma] = tokenize(',').tokens;
  if (!comma) return null;
  comma.startOffset = offset - 1;
  const { start: documentStart } = cursor.placed;
  return {
    ...cursor,
    tokens: [...cursor.tokens, comma, ...before],
    from,
    quoted: null,
    replace: cursor.document.rangeOf(documentStart + from, documentStart + to),
    expected: expectedAfter(before, 'value'),
  };
}

/** Returns texts that name a list or a type of lists. */
export function listTexts({ token, rules }: ExpectedToken, cursor: Cursor): readonly Proposal[] {
  if (token !== 'Text') return [];
  const lists = cursor.project.options.lists ?? [];
  const rule = rules.at(-1);
  const isType = rule === 'listTypeReference' || (rule === 'listDeclaration' && cursor.tokens.at(-1)?.image === 'type');
  if (isType)
    return [...new Set(lists.map(({ type }) => type))].map((type) => ({
      label: printText(type),
      kind: 'list' as const,
      detail: 'type of lists',
    }));
  if (rule !== 'listReference' && rule !== 'listDeclaration') return [];
  return lists.map(({ name, type }) => ({ label: printText(name), kind: 'list' as const, detail: type }));
}

/** Returns the possible contents of the quotes around the cursor. */
export function quotedProposals(cursor: Cursor): readonly Proposal[] {
  const lists = cursor.expected.flatMap((expected) => listTexts(expected, cursor));
  if (lists.length > 0) return lists;
  if (!cursor.expected.some(({ token, rules }) => token === 'Text' && rules.at(-1) === 'literal')) return [];
  const situation = new CompletionScope(cursor);
  return quotedLiterals(situation, new TypedHole(situation));
}
