import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Expression } from './expression.js';
import type { GroupStyle } from './group-style.js';

/** Disjunction: `a or b` (two or more items, nested chains flattened) or `any { a, b }` (one or more). */
export interface OrNode extends SyntaxNode {
  readonly kind: 'or';
  readonly items: readonly Expression[];
  readonly style: GroupStyle;
}

export const orNode = (
  items: readonly Expression[],
  style: GroupStyle = 'chain',
  range: SourceRange | null = null,
): OrNode => freezeNode({ kind: 'or', items, style, range });
