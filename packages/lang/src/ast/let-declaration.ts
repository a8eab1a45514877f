import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Expression } from './expression.js';
import type { Word } from './word.js';

/** `let x = ...`. */
export interface LetDeclaration extends SyntaxNode {
  readonly kind: 'letDeclaration';
  readonly name: Word;
  readonly value: Expression;
}

export const letDeclaration = (name: Word, value: Expression, range: SourceRange | null = null): LetDeclaration =>
  freezeNode({ kind: 'letDeclaration', name, value, range });
