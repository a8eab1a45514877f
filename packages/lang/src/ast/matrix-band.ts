import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { NumberLiteral } from './number-literal.js';
import type { Word } from './word.js';

/** `decide HOLD from 60`. */
export interface MatrixBand extends SyntaxNode {
  readonly kind: 'matrixBand';
  readonly decision: Word;
  readonly from: NumberLiteral;
}

export const matrixBand = (decision: Word, from: NumberLiteral, range: SourceRange | null = null): MatrixBand =>
  freezeNode({ kind: 'matrixBand', decision, from, range });
