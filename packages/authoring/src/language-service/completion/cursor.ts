import { parser, tokenize, type IToken } from '@tamis/grammar';
import type { Position, Range } from 'vscode-languageserver-types';
import type { RuleDocument, PositionedDeclaration } from '../documents/rule-document.js';
import type { Project } from '../project/project.js';

/** A token that the grammar allows next, and the productions in which it would be read, outermost first. */
export interface ExpectedToken {
  readonly token: string;
  readonly pattern: RegExp | string | undefined;
  readonly rules: readonly string[];
}

/** The cursor position and the text before it. */
export interface Cursor {
  readonly project: Project;
  readonly document: RuleDocument;
  readonly placed: PositionedDeclaration;
  /** The tokens of the declaration before the cursor, without the current word. Offsets refer to `text`. */
  readonly tokens: readonly IToken[];
  /** All tokens of the declaration, without the current word. */
  readonly around: readonly IToken[];
  /** The text of the declaration. */
  readonly text: string;
  /** The start of the current word in `text`; the cursor itself if there is none. */
  readonly from: number;
  /** The range that an accepted proposal replaces. */
  readonly replace: Range;
  /** The text literal that contains the cursor, from its quote to the cursor. `null` outside of texts. */
  readonly quoted: string | null;
  readonly expected: readonly ExpectedToken[];
}

const isWord = (image: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(image);
const isNumberLike = (token: IToken): boolean => /^\d/.test(token.image);
/** An incomplete date or time would be read as other words: `2026-01-`, `2026-01-15T12:`. */
const endsInDate = /\b\d{4}-\d\d-(?:\d\dT[\d:.+-]*)?$/;
const endOf = (token: IToken): number => token.startOffset + token.image.length;

export function expectedAfter(tokens: readonly IToken[], production: 'file' | 'value'): readonly ExpectedToken[] {
  const found = parser.computeContentAssist(production, [...tokens]);
  const seen = new Set<string>();
  return found.flatMap(({ nextTokenType, ruleStack }) => {
    const key = `${nextTokenType.name} ${ruleStack.slice(-3).join(' ')}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const pattern = nextTokenType.PATTERN;
    return [
      {
        token: nextTokenType.name,
        pattern: pattern instanceof RegExp || typeof pattern === 'string' ? pattern : undefined,
        rules: ruleStack,
      },
    ];
  });
}

/** The maximum number of words of a declaration before the cursor, because more would take too long: ten times a long rule. */
const maxTokens = 4_000;

/** Returns `null` if nothing can be proposed: in a comment, or directly after an unfinished number or date. */
export function cursorAt(document: RuleDocument, position: Position, project: Project): Cursor | null {
  const offset = document.offsetAt(position);
  const placed = document.declarationAt(offset);
  if (!placed) return null;
  const { text } = placed.unit;
  const at = offset - placed.start;
  const inComment = placed.unit.commentTokens.some((token) => {
    const isLine = token.tokenType.name !== 'BlockComment';
    return at > token.startOffset && (isLine ? at <= endOf(token) : at < endOf(token));
  });
  if (inComment) return null;
  const before = tokenize(text.slice(0, at)).tokens;
  if (before.length > maxTokens) return null;
  const last = before.at(-1);
  const touching = last && endOf(last) === at ? last : null;
  if (touching && (isNumberLike(touching) || endsInDate.test(text.slice(0, at)))) return null;
  const isQuoted = touching?.tokenType.name === 'UnclosedText';
  const isPattern = touching?.tokenType.name === 'UnclosedRawText';
  if (isPattern) return null;
  const written = touching && (isQuoted || isWord(touching.image)) ? touching : null;
  const from = written?.startOffset ?? at;
  const rest = isQuoted ? /^(?:[^"\\\r\n]|\\[^\r\n])*"?/ : written ? /^[A-Za-z0-9_]*/ : /^/;
  const to = at + (rest.exec(text.slice(at))?.[0].length ?? 0);
  const tokens = written ? before.slice(0, -1) : before;
  return {
    project,
    document,
    placed,
    tokens,
    around: placed.unit.tokens.filter((token) => endOf(token) <= from || token.startOffset >= to),
    text,
    from,
    replace: document.rangeOf(placed.start + from, placed.start + to),
    quoted: isQuoted ? text.slice(from + 1, at) : null,
    expected: expectedAfter(tokens, 'file'),
  };
}
