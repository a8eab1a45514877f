import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { MoneyLiteral } from './money-literal.js';

/** `given rate 1 USD = 5.40 BRL`. */
export interface GivenRateStep extends SyntaxNode {
  readonly kind: 'givenRateStep';
  readonly from: MoneyLiteral;
  readonly to: MoneyLiteral;
}

export const givenRateStep = (from: MoneyLiteral, to: MoneyLiteral, range: SourceRange | null = null): GivenRateStep =>
  freezeNode({ kind: 'givenRateStep', from, to, range });
