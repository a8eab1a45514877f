import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Expression } from './expression.js';

/** `not x`. */
export interface NotNode extends SyntaxNode {
  readonly kind: 'not';
  readonly operand: Expression;
}

export const notNode = (operand: Expression, range: SourceRange | null = null): NotNode =>
  freezeNode({ kind: 'not', operand, range });
