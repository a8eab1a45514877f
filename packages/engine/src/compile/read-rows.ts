import { foldKey } from '../plan/plan-fold.js';
import { Unknown, type Outcome, type Type } from '@tamis/lang';
import { compileView, type AggregateTerms, type PreparedWindow } from './compile-aggregate.js';
import type { Frame } from './frame.js';
import type { AggregatePlan } from '../plan/plan-node.js';
import type { WindowTotals } from '../facts/fold-request.js';

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

/** Reads the records in view of an aggregate one by one, as the aggregate itself does. */
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
