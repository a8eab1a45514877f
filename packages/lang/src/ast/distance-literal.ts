import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';

/** `500 km`; `amount` is a canonical decimal. */
export interface DistanceLiteral extends SyntaxNode {
  readonly kind: 'distanceLiteral';
  readonly amount: string;
  readonly unit: 'km' | 'mi';
}

export const distanceLiteral = (amount: string, unit: 'km' | 'mi', range: SourceRange | null = null): DistanceLiteral =>
  freezeNode({ kind: 'distanceLiteral', amount, unit, range });
