import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Expression } from './expression.js';

/** `none { a, b }`: no item is true. */
export interface NoneNode extends SyntaxNode {
  readonly kind: 'none';
  readonly items: readonly Expression[];
}

export const noneNode = (items: readonly Expression[], range: SourceRange | null = null): NoneNode =>
  freezeNode({ kind: 'none', items, range });
