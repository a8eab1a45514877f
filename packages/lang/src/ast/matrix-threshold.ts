import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { NumberLiteral } from './number-literal.js';
import type { Word } from './word.js';

/** `low 30` in a `thresholds` line. */
export interface MatrixThreshold extends SyntaxNode {
  readonly kind: 'matrixThreshold';
  readonly label: Word;
  readonly from: NumberLiteral;
}

export const matrixThreshold = (label: Word, from: NumberLiteral, range: SourceRange | null = null): MatrixThreshold =>
  freezeNode({ kind: 'matrixThreshold', label, from, range });
