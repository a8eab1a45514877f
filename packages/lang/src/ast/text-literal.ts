import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';

/** Text in double quotes, with escapes already resolved, in NFC. */
export interface TextLiteral extends SyntaxNode {
  readonly kind: 'textLiteral';
  readonly value: string;
}

export const textLiteral = (value: string, range: SourceRange | null = null): TextLiteral =>
  freezeNode({ kind: 'textLiteral', value, range });
