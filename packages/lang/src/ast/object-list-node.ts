import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { ObjectNode } from './object-node.js';

/** `[{ role: "shareholder" }, …]`. Never empty, since `[]` is an array. */
export interface ObjectListNode extends SyntaxNode {
  readonly kind: 'objectList';
  readonly items: readonly ObjectNode[];
}

export const objectListNode = (items: readonly ObjectNode[], range: SourceRange | null = null): ObjectListNode =>
  freezeNode({ kind: 'objectList', items, range });
