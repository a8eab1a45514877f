import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Expression } from './expression.js';

/** `["BR", "AR"]`. */
export interface ArrayLiteral extends SyntaxNode {
  readonly kind: 'arrayLiteral';
  readonly items: readonly Expression[];
}

export const arrayLiteral = (items: readonly Expression[], range: SourceRange | null = null): ArrayLiteral =>
  freezeNode({ kind: 'arrayLiteral', items, range });
