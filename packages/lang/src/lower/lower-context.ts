import type { CstNode, IToken } from '@tamis/grammar';
import type { SourceRange } from '../ast/syntax-node.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { LineMap } from './line-map.js';

/** What lowering requires in addition to the tree. */
export interface LowerContext {
  /** The text that was split into tokens. */
  readonly text: string;
  /** Returns null if the text is not part of a source, such as a message of a JSON rule. */
  readonly rangeOf: (start: number, end: number) => SourceRange | null;
  readonly diagnostics: Diagnostic[];
}

export function sourceContext(text: string): LowerContext {
  const lines = new LineMap(text);
  return { text, rangeOf: (start, end) => lines.range(start, end), diagnostics: [] };
}

/** Returns a context for text that is not part of a source. */
export const detachedContext = (text: string): LowerContext => ({ text, rangeOf: () => null, diagnostics: [] });

export const endOfToken = (token: IToken): number => token.startOffset + token.image.length;

export const tokenRange = (token: IToken, context: LowerContext): SourceRange | null =>
  context.rangeOf(token.startOffset, endOfToken(token));

const startOf = (node: CstNode): number => node.location?.startOffset ?? 0;
const endOf = (node: CstNode): number => (node.location?.endOffset ?? -1) + 1;

/** Returns the range from the start of one node to the end of another, or of the same. */
export const nodeRange = (first: CstNode, context: LowerContext, last: CstNode = first): SourceRange | null =>
  context.rangeOf(startOf(first), endOf(last));

/** Returns the `range` of a diagnostic; nothing if there is no source. */
export const optionalRange = (range: SourceRange | null): { range?: SourceRange } => (range ? { range } : {});

/** Returns the only element of a list that the grammar fills exactly once. */
export function single<T>(items: readonly T[]): T {
  const [item] = items;
  if (item === undefined) throw new Error('a complete tree has this part');
  return item;
}
