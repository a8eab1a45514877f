import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Expression } from './expression.js';
import type { PathNode } from './path-node.js';
import type { NumberLiteral } from './number-literal.js';
import type { AggregateLink } from './aggregate-link.js';
import type { AggregateWindow } from './aggregate-window.js';

export const aggregateNames = [
  'count',
  'sum',
  'avg',
  'min',
  'max',
  'stddev',
  'median',
  'p90',
  'p95',
  'p99',
  'share',
  'exists',
  'latest',
  'earliest',
  'values',
] as const;

export type AggregateName = (typeof aggregateNames)[number];

/** `count(prior transactions from origin in last 24h where ...)`. */
export interface AggregateNode extends SyntaxNode {
  readonly kind: 'aggregate';
  readonly function: AggregateName;
  readonly distinct: boolean;
  readonly value: Expression | null;
  /** `transactions`, or the path of a list such as `entity.riskFactors`. */
  readonly source: PathNode;
  /** Whether the current record is excluded. Never together with `last`. */
  readonly prior: boolean;
  /** `last 10`: only this many newest records; `null` for all. */
  readonly last: NumberLiteral | null;
  readonly links: readonly AggregateLink[];
  readonly window: AggregateWindow | null;
  readonly where: Expression | null;
}

export const aggregateNode = (
  parts: Omit<AggregateNode, 'kind' | 'range'>,
  range: SourceRange | null = null,
): AggregateNode => freezeNode({ kind: 'aggregate', ...parts, range });
