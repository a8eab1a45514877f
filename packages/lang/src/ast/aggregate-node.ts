import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Expression } from './expression.js';
import type { PathNode } from './path-node.js';
import type { DurationLiteral } from './duration-literal.js';

export const aggregateNames = ['count', 'sum', 'avg', 'min', 'max'] as const;
export type AggregateName = (typeof aggregateNames)[number];

/** `from origin`: records whose sender is this sender; `to origin`: records that arrived at this sender. */
export interface AggregateLink {
  readonly kind: 'from' | 'to';
  readonly path: PathNode;
}

/** `in last D`: (T - D, T]. */
export interface AggregateWindow {
  readonly kind: 'last';
  readonly duration: DurationLiteral;
}

/** `count(prior transactions from origin in last 24h where ...)`. */
export interface AggregateNode extends SyntaxNode {
  readonly kind: 'aggregate';
  readonly function: AggregateName;
  readonly value: Expression | null;
  readonly source: string;
  readonly prior: boolean;
  readonly links: readonly AggregateLink[];
  readonly window: AggregateWindow | null;
  readonly where: Expression | null;
}

export const aggregateNode = (
  parts: Omit<AggregateNode, 'kind' | 'range'>,
  range: SourceRange | null = null,
): AggregateNode => freezeNode({ kind: 'aggregate', ...parts, range });
