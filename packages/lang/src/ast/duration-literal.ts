import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';

export type DurationUnit = 's' | 'm' | 'h' | 'd' | 'w' | 'mo' | 'y';

/** `24h`, `6mo`; `amount` is a canonical decimal. `s m h d w` are fixed lengths, `mo y` calendar units. */
export interface DurationLiteral extends SyntaxNode {
  readonly kind: 'durationLiteral';
  readonly amount: string;
  readonly unit: DurationUnit;
}

export const durationLiteral = (
  amount: string,
  unit: DurationUnit,
  range: SourceRange | null = null,
): DurationLiteral => freezeNode({ kind: 'durationLiteral', amount, unit, range });
