import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Expression } from './expression.js';
import type { Word } from './word.js';

/** `define near_limit(x) as ...`. */
export interface DefineDeclaration extends SyntaxNode {
  readonly kind: 'defineDeclaration';
  readonly name: Word;
  readonly parameters: readonly Word[];
  readonly body: Expression;
}

export const defineDeclaration = (
  name: Word,
  parameters: readonly Word[],
  body: Expression,
  range: SourceRange | null = null,
): DefineDeclaration => freezeNode({ kind: 'defineDeclaration', name, parameters, body, range });
