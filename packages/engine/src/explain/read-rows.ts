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

  const read = (frame: Frame, index: number): RowInView => {
    const time = isTimed ? (state.rows[index]?.[0] as number) : null;
    frame.row = index;
    frame.environment.rateTime = time ?? frame.environment.now;
    const filter: Outcome = where === null ? true : where(frame);
    return {
      time,
      filter,
      value: filter === true && value !== null ? value(frame) : null,
      isSubject: plan.window.listPath === null && index >= state.stored,
    };
  };

  return (frame) => {
    const seen = view(frame);
    if (seen instanceof Unknown) return null;
    const { row, environment } = frame;
    const { rateTime } = environment;
    const rows: RowInView[] = [];
    for (let index = seen[0]; index < seen[1]; index++) rows.push(read(frame, index));
    frame.row = row;
    environment.rateTime = rateTime;
    return { rows, first: seen[0], window: plan.window.id, valueType: plan.valueType };
  };
}
