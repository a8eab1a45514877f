import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Word } from './word.js';
import type { ObjectNode } from './object-node.js';

/** `suggest BLOCK`. */
export interface SuggestAction extends SyntaxNode {
  readonly kind: 'suggestAction';
  readonly suggestion: Word;
  /** `with { … }`. */
  readonly settings: ObjectNode | null;
}

export const suggestAction = (
  suggestion: Word,
  settings: ObjectNode | null = null,
  range: SourceRange | null = null,
): SuggestAction => freezeNode({ kind: 'suggestAction', suggestion, settings, range });
