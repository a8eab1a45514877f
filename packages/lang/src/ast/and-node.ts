import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Expression } from './expression.js';
import type { GroupStyle } from './group-style.js';

/** Conjunction: `a and b` (two or more items, nested chains flattened) or `all { a, b }` (one or more). */
export interface AndNode extends SyntaxNode {
  readonly kind: 'and';
  readonly items: readonly Expression[];
  readonly style: GroupStyle;
}

export const andNode = (
  items: readonly Expression[],
  style: GroupStyle = 'chain',
  range: SourceRange | null = null,
): AndNode => freezeNode({ kind: 'and', items, style, range });
