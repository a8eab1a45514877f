import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { ObjectEntry } from './object-entry.js';

/** `{ amount: 100 BRL, deviceDetails: { isVpn: true } }`: settings of an action, `scope`, `meta`, fixtures. */
export interface ObjectNode extends SyntaxNode {
  readonly kind: 'object';
  readonly entries: readonly ObjectEntry[];
}

export const objectNode = (entries: readonly ObjectEntry[], range: SourceRange | null = null): ObjectNode =>
  freezeNode({ kind: 'object', entries, range });
