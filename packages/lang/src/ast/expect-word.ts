import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Word } from './word.js';

/** `expect decision HOLD`, `expect label LOW`, `expect suggestion FLAG`, `expect status blocked`. */
export interface ExpectWord extends SyntaxNode {
  readonly kind: 'expectWord';
  readonly subject: 'decision' | 'label' | 'suggestion' | 'status';
  readonly word: Word;
}

export const expectWord = (
  subject: 'decision' | 'label' | 'suggestion' | 'status',
  word: Word,
  range: SourceRange | null = null,
): ExpectWord => freezeNode({ kind: 'expectWord', subject, word, range });
