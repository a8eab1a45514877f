import type { AggregateNode, Expression, Outcome, Type } from '@tamis/lang';
import type { Facts } from '../facts/facts.js';
import type { WindowTotals } from '../facts/fold-request.js';
import type { SetRule } from '../rule-set/compiled-rule-set.js';
import type { TraceRate, TraceRead } from './trace-node.js';

/** A record in the window of an aggregate. */
export interface RowInView {
  /** Milliseconds since 1970 UTC; null for records without a time. */
  readonly time: number | null;
  /** Null: the aggregate has no value (`count`), or the filter keeps the record out. */
  readonly value: Outcome | null;
  /** True without a filter. */
  readonly filter: Outcome;
  readonly isSubject: boolean;
  /** Of a stored record, where it is known. */
  readonly recordId: string | null;
}

export interface RowsInView {
  readonly rows: readonly RowInView[];
  /** Records in view, those included that are no rows. */
  readonly count: number;
  /** What the aggregate was told of the records; null: the rows are all there are. */
  readonly totals: WindowTotals | null;
  /** Index of the first of them among the rows of the window. */
  readonly first: number;
  /** Under what totals of the aggregate stand, null: nowhere; and the id of its window's request. */
  readonly aggregate: string | null;
  readonly window: number;
  /** Of the values; null where there are none. */
  readonly valueType: Type | null;
}

/** What a part looks up and converts with. */
export interface UsedFacts {
  readonly reads: readonly TraceRead[];
  readonly rates: readonly TraceRate[];
}

/** Evaluates the parts of one rule in one run, each by itself and none skipped. Not to be kept: the next run ends it. */
export interface RuleParts {
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
