import { foldKey } from '../plan/plan-fold.js';
import { Unknown, type Outcome, type Type } from '@tamis/lang';
import { compileView, type AggregateTerms, type PreparedWindow } from './compile-aggregate.js';
import type { Frame } from './frame.js';
import type { AggregatePlan } from '../plan/plan-node.js';
import type { WindowTotals } from '../facts/fold-request.js';

/** A record in the window of an aggregate. */
export interface RowInView {
  /** Milliseconds since 1970 UTC; `null` for records without a time. */
  readonly time: number | null;
  /** `null` if the aggregate has no value (`count`), or the filter excludes the record. */
  readonly value: Outcome | null;
  /** True if there is no filter. */
  readonly filter: Outcome;
  readonly isSubject: boolean;
  /** Id of a stored record, if known. */
  readonly recordId: string | null;
}

export interface RowsInView {
  readonly rows: readonly RowInView[];
  /** Number of records in view, including those not present as rows. */
  readonly count: number;
  /** The totals provided for the aggregate; `null` if the rows are complete. */
  readonly totals: WindowTotals | null;
  /** Index of the first row in view. */
  readonly first: number;
  /** The key of the aggregate's totals, `null` if there are none, and the id of its window's request. */
  readonly aggregate: string | null;
  readonly window: number;
  /** Type of the values; `null` if there are none. */
  readonly valueType: Type | null;
}

/** Returns a reader for the individual records in view of an aggregate, as the aggregate itself reads them. */
export function compileRowsReader(
  plan: AggregatePlan,
  prepared: PreparedWindow,
  { where, value, start }: AggregateTerms,
): (frame: Frame) => RowsInView | null {
  const { state } = prepared;
  const view = compileView(plan, prepared, start);
  const isTimed = plan.window.timePath !== null;

  const read = (frame: Frame, index: number, ids: readonly string[]): RowInView => {
    const time = isTimed ? (state.rows[index]?.[0] as number) : null;
    frame.row = index;
    frame.environment.rateTime = time ?? frame.environment.now;
    const filter: Outcome = where === null ? true : where(frame);
    return {
      time,
      filter,
      value: filter === true && value !== null ? value(frame) : null,
      isSubject: plan.window.listPath === null && index >= state.storedCount,
      recordId: index < state.storedCount ? (ids[ids.length - state.storedCount + index] ?? null) : null,
    };
  };

  return (frame) => {
    const seen = view(frame);
    if (seen instanceof Unknown) return null;
    const { row, environment } = frame;
    const { rateTime } = environment;
    const rows: RowInView[] = [];
    const ids = frame.facts.recordIds?.[plan.window.id] ?? [];
    for (let index = seen[0]; index < seen[1]; index++) rows.push(read(frame, index, ids));
    frame.row = row;
    environment.rateTime = rateTime;
    const aggregate = foldKey(plan);
    const totals = aggregate === null ? null : (frame.facts.totals?.[aggregate] ?? null);
    const count = totals ? totals.rows + rows.filter(({ isSubject }) => isSubject).length : rows.length;
    const { valueType } = plan;
    return { rows, count, totals, first: seen[0], aggregate, window: plan.window.id, valueType };
  };
}
