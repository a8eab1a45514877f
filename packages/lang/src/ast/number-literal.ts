import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';

/**
 * An exact decimal. `text` is canonical: no `_`, no leading `+`, no trailing zeros in the fraction. It is negative only in a `score`;
 * elsewhere `-` is the operation `negate`.
 */
export interface NumberLiteral extends SyntaxNode {
  readonly kind: 'numberLiteral';
  readonly text: string;
}

export const numberLiteral = (text: string, range: SourceRange | null = null): NumberLiteral =>
  freezeNode({ kind: 'numberLiteral', text, range });
