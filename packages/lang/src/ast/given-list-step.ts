import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Word } from './word.js';
import type { ObjectValue } from './object-value.js';

/** `given list blocked has ["1"]`: values, an item object, or several. */
export interface GivenListStep extends SyntaxNode {
  readonly kind: 'givenListStep';
  readonly list: Word;
  readonly items: ObjectValue;
}

export const givenListStep = (list: Word, items: ObjectValue, range: SourceRange | null = null): GivenListStep =>
  freezeNode({ kind: 'givenListStep', list, items, range });
