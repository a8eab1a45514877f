import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { TextLiteral } from './text-literal.js';
import type { Word } from './word.js';

/** `expect alert HIGH containing "..."`. */
export interface ExpectAlert extends SyntaxNode {
  readonly kind: 'expectAlert';
  readonly severity: Word | null;
  readonly containing: TextLiteral | null;
}

export const expectAlert = (
  severity: Word | null,
  containing: TextLiteral | null,
  range: SourceRange | null = null,
): ExpectAlert => freezeNode({ kind: 'expectAlert', severity, containing, range });
