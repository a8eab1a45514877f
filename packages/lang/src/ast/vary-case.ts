import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Expression } from './expression.js';
import type { TestOutcome } from './test-outcome.js';

/** `10_000 USD: hit` of a `vary`. */
export interface VaryCase extends SyntaxNode {
  readonly kind: 'varyCase';
  readonly value: Expression;
  readonly outcome: TestOutcome;
}

export const varyCase = (value: Expression, outcome: TestOutcome, range: SourceRange | null = null): VaryCase =>
  freezeNode({ kind: 'varyCase', value, outcome, range });
