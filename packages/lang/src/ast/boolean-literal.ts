import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';

/** `true` or `false`. */
export interface BooleanLiteral extends SyntaxNode {
  readonly kind: 'booleanLiteral';
  readonly value: boolean;
}

export const booleanLiteral = (value: boolean, range: SourceRange | null = null): BooleanLiteral =>
  freezeNode({ kind: 'booleanLiteral', value, range });
