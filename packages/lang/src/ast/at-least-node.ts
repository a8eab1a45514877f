import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Expression } from './expression.js';
import type { NumberLiteral } from './number-literal.js';

/** `at least 2 of { a, b, c }`. */
export interface AtLeastNode extends SyntaxNode {
  readonly kind: 'atLeast';
  readonly count: NumberLiteral;
  readonly items: readonly Expression[];
}

export const atLeastNode = (
  count: NumberLiteral,
  items: readonly Expression[],
  range: SourceRange | null = null,
): AtLeastNode => freezeNode({ kind: 'atLeast', count, items, range });
