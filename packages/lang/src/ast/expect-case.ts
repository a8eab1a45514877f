import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { TextLiteral } from './text-literal.js';
import type { Word } from './word.js';

/** `expect case MEDIUM containing "..."`. */
export interface ExpectCase extends SyntaxNode {
  readonly kind: 'expectCase';
  readonly priority: Word | null;
  readonly containing: TextLiteral | null;
}

export const expectCase = (
  priority: Word | null,
  containing: TextLiteral | null,
  range: SourceRange | null = null,
): ExpectCase => freezeNode({ kind: 'expectCase', priority, containing, range });
