import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';

/** `88%`; `text` is the canonical number before the sign, so the value is `text / 100`. */
export interface PercentLiteral extends SyntaxNode {
  readonly kind: 'percentLiteral';
  readonly text: string;
}

export const percentLiteral = (text: string, range: SourceRange | null = null): PercentLiteral =>
  freezeNode({ kind: 'percentLiteral', text, range });
