import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';

/** Text between back-ticks, as written: a pattern. */
export interface RawTextLiteral extends SyntaxNode {
  readonly kind: 'rawTextLiteral';
  readonly value: string;
}

export const rawTextLiteral = (value: string, range: SourceRange | null = null): RawTextLiteral =>
  freezeNode({ kind: 'rawTextLiteral', value, range });
