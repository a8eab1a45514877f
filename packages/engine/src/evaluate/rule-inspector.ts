import type { AggregateNode, Expression, Outcome, ListState } from '@tamis/lang';
import type { Facts } from '../facts/facts.js';
import type { SetRule } from '../rules/set-rule.js';
import type { RowsInView } from '../compile/read-rows.js';

/** A list, table or other data a term was looked up in. */
export interface TraceRead {
  /** The request, as in `Facts.reads`. */
  readonly read: unknown;
  /** JSON value of the answer; absent when there was none. */
  readonly answer?: unknown;
  /** The lists it was looked for in, as they were then. */
  readonly lists?: readonly ListState[];
  /** The version of each watchlist that it was looked for on. */
  readonly watchlists?: Readonly<Record<string, string>>;
}

/** A rate a term converted with. */
export interface TraceRate {
  /** `BRL/USD`: the price of one unit of the first in the second. */
  readonly pair: string;
  /** Decimal text; absent when there was none. */
  readonly rate?: string;
  /** RFC 3339: the moment the rate is of. */
  readonly at: string;
}

/** What a part looks up and converts with. */
export interface UsedFacts {
  readonly reads: readonly TraceRead[];
  readonly rates: readonly TraceRate[];
}

/** Evaluates the parts of one rule in one run, each by itself and none skipped. Not to be kept: the next run ends it. */
export interface RuleInspector {
  readonly rule: SetRule;
  readonly index: number;
  value(node: Expression): Outcome;
  /** As `value`, read as true, false or unknown. */
  condition(node: Expression): Outcome;
  /** With what its own parts use. */
  usedFacts(node: Expression): UsedFacts;
  /** Cost weight of a condition: of two, the engine begins with the cheaper one. */
  cost(node: Expression): number;
  /** Null: a key, the start or the rows themselves are not known, as the aggregate's own unknown says. */
  rows(node: AggregateNode): RowsInView | null;
  /**
   * The facts with so many records that the aggregate counts: more by repeating the newest of them, fewer by leaving out the
   * newest stored ones. Null: it counts none that could be repeated, or not so many.
   */
  withCount(node: AggregateNode, count: number): Facts | null;
}
