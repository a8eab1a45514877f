import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';

/** `10_000 USD`; `amount` is a canonical decimal. */
export interface MoneyLiteral extends SyntaxNode {
  readonly kind: 'moneyLiteral';
  readonly amount: string;
  readonly currency: string;
}

export const moneyLiteral = (amount: string, currency: string, range: SourceRange | null = null): MoneyLiteral =>
  freezeNode({ kind: 'moneyLiteral', amount, currency, range });
