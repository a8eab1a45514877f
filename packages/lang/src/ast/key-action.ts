import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { ObjectNode } from './object-node.js';

/** `key "k"`. */
export interface KeyAction extends SyntaxNode {
  readonly kind: 'keyAction';
  readonly key: string;
  /** `with { … }`. */
  readonly settings: ObjectNode | null;
}

export const keyAction = (
  key: string,
  settings: ObjectNode | null = null,
  range: SourceRange | null = null,
): KeyAction => freezeNode({ kind: 'keyAction', key, settings, range });
