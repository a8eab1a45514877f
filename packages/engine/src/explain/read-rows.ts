import { foldKey } from '../plan/plan-fold.js';
import { Unknown, type Outcome } from '@tamis/lang';
import { compileView, type AggregateTerms, type PreparedWindow } from '../compile/compile-aggregate.js';
import type { Frame } from '../compile/frame.js';
import type { AggregatePlan } from '../plan/plan-node.js';
import type { RowInView, RowsInView } from './rule-parts.js';

/** Reads the records in view of an aggregate one by one, as the aggregate itself does. */
export function rowsReader(
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
      isSubject: plan.window.listPath === null && index >= state.stored,
      recordId: index < state.stored ? (ids[ids.length - state.stored + index] ?? null) : null,
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
