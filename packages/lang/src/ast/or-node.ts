import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Expression } from './expression.js';

/** Disjunction of two or more items; nested chains are flattened. */
export interface OrNode extends SyntaxNode {
  readonly kind: 'or';
  readonly items: readonly Expression[];
}

export const orNode = (items: readonly Expression[], range: SourceRange | null = null): OrNode =>
  freezeNode({ kind: 'or', items, range });
