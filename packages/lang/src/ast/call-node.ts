import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Expression } from './expression.js';

/** `hour(transaction.transactedAt)`. */
export interface CallNode extends SyntaxNode {
  readonly kind: 'call';
  readonly name: string;
  readonly args: readonly Expression[];
}

export const callNode = (name: string, args: readonly Expression[], range: SourceRange | null = null): CallNode =>
  freezeNode({ kind: 'call', name, args, range });
