import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';

/** `list "Name or uuid"`: a data list named directly. A declared list is a plain path. */
export interface ListReference extends SyntaxNode {
  readonly kind: 'listReference';
  readonly name: string;
}

export const listReference = (name: string, range: SourceRange | null = null): ListReference =>
  freezeNode({ kind: 'listReference', name, range });
