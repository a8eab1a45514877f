import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Expression } from './expression.js';

/** Conjunction of two or more items; nested chains are flattened. */
export interface AndNode extends SyntaxNode {
  readonly kind: 'and';
  readonly items: readonly Expression[];
}

export const andNode = (items: readonly Expression[], range: SourceRange | null = null): AndNode =>
  freezeNode({ kind: 'and', items, range });
