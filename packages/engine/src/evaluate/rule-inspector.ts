import type { AggregateNode, Expression, Outcome, ListState } from '@tamis/lang';
import type { Facts } from '../facts/facts.js';
import type { SetRule } from '../rules/set-rule.js';
import type { RowsInView } from '../compile/read-rows.js';

/** A list, table or other data that a term looked up. */
export interface TraceRead {
  /** The request, as in `Facts.reads`. */
  readonly read: unknown;
  /** JSON value of the result; absent if there was none. */
  readonly answer?: unknown;
  /** The lists that were searched, in their state at the time. */
  readonly lists?: readonly ListState[];
  /** The version of each watchlist that was searched. */
  readonly watchlists?: Readonly<Record<string, string>>;
}

/** A rate that a term used for a conversion. */
export interface TraceRate {
  /** `BRL/USD`: the price of one unit of the first currency in the second. */
  readonly pair: string;
  /** Decimal text; absent if there was none. */
  readonly rate?: string;
  /** RFC 3339: the time to which the rate refers. */
  readonly at: string;
}

/** Lookups and rates that a part uses. */
export interface UsedFacts {
  readonly reads: readonly TraceRead[];
  readonly rates: readonly TraceRate[];
}

/**
 * Evaluates the parts of one rule in one evaluation, each separately and without skipping any. Do not keep it: the next evaluation
 * invalidates it.
 */
export interface RuleInspector {
  readonly rule: SetRule;
  readonly index: number;
  value(node: Expression): Outcome;
  /** Like `value`, as true, false or unknown. */
  condition(node: Expression): Outcome;
  /** Returns what a node uses, including its parts. */
  usedFacts(node: Expression): UsedFacts;
  /** Returns the cost weight of a condition. Of two conditions, the engine evaluates the cheaper one first. */
  cost(node: Expression): number;
  /** Returns `null` if a key, the start or the rows themselves are unknown, as the aggregate's own unknown value says. */
  rows(node: AggregateNode): RowsInView | null;
  /**
   * Returns the facts changed so that the aggregate counts this many records: more by repeating the newest, fewer by omitting the newest
   * stored ones. Returns `null` if it counts no record that could be repeated, or there are not enough.
   */
  withCount(node: AggregateNode, count: number): Facts | null;
}
