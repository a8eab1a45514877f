import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { ObjectNode } from './object-node.js';
import type { Word } from './word.js';

/** `when transaction { ... }`: the subject. */
export interface WhenStep extends SyntaxNode {
  readonly kind: 'whenStep';
  readonly target: Word;
  readonly data: ObjectNode;
}

export const whenStep = (target: Word, data: ObjectNode, range: SourceRange | null = null): WhenStep =>
  freezeNode({ kind: 'whenStep', target, data, range });
