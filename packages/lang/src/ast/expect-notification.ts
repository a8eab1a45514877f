import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { TextLiteral } from './text-literal.js';
import type { Word } from './word.js';

/** `expect notification email containing "..."`. */
export interface ExpectNotification extends SyntaxNode {
  readonly kind: 'expectNotification';
  readonly channel: Word;
  readonly containing: TextLiteral | null;
}

export const expectNotification = (
  channel: Word,
  containing: TextLiteral | null,
  range: SourceRange | null = null,
): ExpectNotification => freezeNode({ kind: 'expectNotification', channel, containing, range });
