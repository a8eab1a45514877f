import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';

/** `key "k"`. */
export interface KeyAction extends SyntaxNode {
  readonly kind: 'keyAction';
  readonly key: string;
}

export const keyAction = (key: string, range: SourceRange | null = null): KeyAction =>
  freezeNode({ kind: 'keyAction', key, range });
