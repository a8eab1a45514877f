import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Expression } from './expression.js';
import type { Word } from './word.js';

/** `const SMALL_TICKET = 50 USD`. */
export interface ConstDeclaration extends SyntaxNode {
  readonly kind: 'constDeclaration';
  readonly name: Word;
  readonly value: Expression;
}

export const constDeclaration = (name: Word, value: Expression, range: SourceRange | null = null): ConstDeclaration =>
  freezeNode({ kind: 'constDeclaration', name, value, range });
