import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { NumberLiteral } from './number-literal.js';

/** `scale -10 to 100`. */
export interface MatrixScale extends SyntaxNode {
  readonly kind: 'matrixScale';
  readonly minimum: NumberLiteral;
  readonly maximum: NumberLiteral;
}

export const matrixScale = (
  minimum: NumberLiteral,
  maximum: NumberLiteral,
  range: SourceRange | null = null,
): MatrixScale => freezeNode({ kind: 'matrixScale', minimum, maximum, range });
