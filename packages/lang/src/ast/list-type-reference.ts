import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';

/** `lists of type "ip_blocklist"`: all active lists of a type. */
export interface ListTypeReference extends SyntaxNode {
  readonly kind: 'listTypeReference';
  readonly type: string;
}

export const listTypeReference = (type: string, range: SourceRange | null = null): ListTypeReference =>
  freezeNode({ kind: 'listTypeReference', type, range });
