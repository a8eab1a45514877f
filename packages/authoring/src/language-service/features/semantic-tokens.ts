import { contextualWords, reservedWords, type IToken } from '@tamis/grammar';
import type { RuleDocument } from '../documents/rule-document.js';
import type { LocatedDeclaration, Project } from '../project/project.js';
import { resolveSymbol } from '../project/resolve-symbol.js';
import type { SymbolKind } from '../symbols/symbol.js';

/** Order of the legend. A token refers to its type by index. */
export const semanticTokenTypes = [
  'keyword',
  'variable',
  'parameter',
  'function',
  'property',
  'enumMember',
  'string',
  'regexp',
  'number',
  'operator',
  'comment',
  'type',
] as const;

type TokenType = (typeof semanticTokenTypes)[number];

/** One coloured word, by offsets in the document. */
export interface SemanticToken {
  readonly start: number;
  readonly end: number;
  readonly type: TokenType;
}

const keywords: ReadonlySet<string> = new Set([...reservedWords, ...contextualWords].map(({ name }) => name));

const tokenTypeOfSymbol: Readonly<Record<SymbolKind, TokenType>> = {
  let: 'variable',
  const: 'variable',
  list: 'variable',
  param: 'parameter',
  parameter: 'parameter',
  define: 'function',
  rule: 'type',
  matrix: 'type',
};

/** Returns the types of words by their offset in the declaration, as far as the grammar and the names determine them. */
function meanings({ placed: { unit } }: LocatedDeclaration, project: Project): ReadonlyMap<number, TokenType> {
  const types = new Map<number, TokenType>();
  const { symbols } = unit;
  for (const { start } of symbols.words) types.set(start, 'enumMember');
  for (const { steps } of symbols.paths) for (const { start } of steps) types.set(start, 'property');
  for (const { start } of symbols.calls) types.set(start, 'function');
  for (const occurrence of symbols.occurrences) {
    const thing = resolveSymbol(occurrence, unit, project);
    if (thing) types.set(occurrence.start, tokenTypeOfSymbol[thing.kind]);
  }
  return types;
}

function lexicalType({ tokenType: { name } }: IToken): TokenType | null {
  if (name === 'Text' || name === 'UnclosedText') return 'string';
  if (name === 'RawText') return 'regexp';
  if (['Number', 'Money', 'Percent', 'Duration', 'Distance', 'Date', 'DateTime'].includes(name)) return 'number';
  if (keywords.has(name)) return 'keyword';
  return /^(?:Equal|NotEqual|Less|LessOrEqual|Greater|GreaterOrEqual|Plus|Minus|Star|Slash)$/.test(name)
    ? 'operator'
    : null;
}

/** Returns every coloured word of a document in the order of the text. Names in the holes of messages keep the colour of the text. */
function semanticTokensOf(document: RuleDocument, project: Project): readonly SemanticToken[] {
  return (document.isTooLarge ? [] : document.declarations).flatMap((placed) => {
    const types = meanings({ document, placed }, project);
    const { unit, start } = placed;
    const words = unit.tokens.flatMap((token): readonly SemanticToken[] => {
      const type = types.get(token.startOffset) ?? lexicalType(token);
      if (!type) return [];
      return [{ start: start + token.startOffset, end: start + token.startOffset + token.image.length, type }];
    });
    const comments = unit.commentTokens.map(({ startOffset, image }): SemanticToken => ({
      start: start + startOffset,
      end: start + startOffset + image.length,
      type: 'comment',
    }));
    return [...words, ...comments].sort((a, b) => a.start - b.start);
  });
}

/**
 * Returns the tokens in the form of the protocol: five numbers per word, relative to the previous one. A word that spans several lines is
 * split.
 */
export function encodedTokens(document: RuleDocument, project: Project): readonly number[] {
  const data: number[] = [];
  let [line, character] = [0, 0];
  for (const { start, end, type } of semanticTokensOf(document, project)) {
    const first = document.lines.positionAt(start).line;
    const last = document.lines.positionAt(end).line;
    for (let at = first; at <= last; at++) {
      const from = Math.max(start, document.lines.offsetAt({ line: at, character: 0 }));
      const to = Math.min(end, document.lines.offsetAt({ line: at, character: Infinity }));
      if (to <= from) continue;
      const position = document.lines.positionAt(from);
      const isSameLine = position.line === line;
      data.push(position.line - line, isSameLine ? position.character - character : position.character, to - from);
      data.push(semanticTokenTypes.indexOf(type), 0);
      ({ line, character } = position);
    }
  }
  return data;
}
