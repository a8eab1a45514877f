import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { NumberLiteral } from './number-literal.js';

/** `expect score 25`. */
export interface ExpectScore extends SyntaxNode {
  readonly kind: 'expectScore';
  readonly score: NumberLiteral;
}

export const expectScore = (score: NumberLiteral, range: SourceRange | null = null): ExpectScore =>
  freezeNode({ kind: 'expectScore', score, range });
