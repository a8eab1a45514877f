import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Word } from './word.js';

/** `suggest BLOCK`. */
export interface SuggestAction extends SyntaxNode {
  readonly kind: 'suggestAction';
  readonly suggestion: Word;
}

export const suggestAction = (suggestion: Word, range: SourceRange | null = null): SuggestAction =>
  freezeNode({ kind: 'suggestAction', suggestion, range });
