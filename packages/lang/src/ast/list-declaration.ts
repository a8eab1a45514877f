import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { TextLiteral } from './text-literal.js';
import type { Word } from './word.js';

/** `list blocked = "<uuid or name>" of type "custom"`. */
export interface ListDeclaration extends SyntaxNode {
  readonly kind: 'listDeclaration';
  readonly name: Word;
  readonly reference: TextLiteral;
  readonly type: TextLiteral | null;
}

export const listDeclaration = (
  name: Word,
  reference: TextLiteral,
  type: TextLiteral | null,
  range: SourceRange | null = null,
): ListDeclaration => freezeNode({ kind: 'listDeclaration', name, reference, type, range });
