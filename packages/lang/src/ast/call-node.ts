import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Expression } from './expression.js';

/** `hour(transaction.transactedAt)`, `lookup(blocked, origin.taxId).riskScore`. */
export interface CallNode extends SyntaxNode {
  readonly kind: 'call';
  readonly name: string;
  readonly args: readonly Expression[];
  /** The members read from the result: the steps after `)`. */
  readonly members: readonly string[];
}

export const callNode = (
  name: string,
  args: readonly Expression[],
  members: readonly string[] = [],
  range: SourceRange | null = null,
): CallNode => freezeNode({ kind: 'call', name, args, members, range });
