import { mergeUnknown, unknown, Unknown, type Outcome, type Value } from '@tamis/lang';
import { maxWindowRows } from '../limits.js';
import { windowStart } from '../plan/plan-windows.js';
import type { AggregatePlan } from '../plan/plan-node.js';
import type { Frame, Term } from './frame.js';
import type { WindowState } from './window-state.js';

interface Gathered {
  count: number;
  /** Records whose filter is true or false. */
  known: number;
  readonly values: Value[];
  readonly failures: Unknown[];
}

/** Index of the first row later than `from`; rows are in the order of time. */
function firstAfter(rows: readonly (readonly unknown[])[], end: number, from: number): number {
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle]?.[0] as number) > from) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Looks at one record: what is absent leaves it out, what fails makes the aggregate unknown. */
function gatherer(where: Term | null, value: Term | null): (frame: Frame, into: Gathered) => void {
  return (frame, into) => {
    const matches = where === null ? true : where(frame);
    if (matches instanceof Unknown && matches.failed) into.failures.push(matches);
    if (!(matches instanceof Unknown)) into.known += 1;
    if (matches !== true) return;
    if (value === null) {
      into.count += 1;
      return;
    }
    const found = value(frame);
    if (!(found instanceof Unknown)) {
      into.count += 1;
      into.values.push(found);
    } else if (found.failed) into.failures.push(found);
  };
}

const tooManyRows = unknown({ cause: 'too_many_rows' });

export function compileAggregate(
  plan: AggregatePlan,
  state: WindowState,
  prepare: (frame: Frame) => void,
  where: Term | null,
  value: Term | null,
): Term {
  const { declaration, span, prior, capped, valueType } = plan;
  const gather = gatherer(where, value);

  const scan = (frame: Frame, start: number, end: number): Gathered => {
    const gathered: Gathered = { count: 0, known: 0, values: [], failures: [] };
    // A filter may read a `let` that is itself an aggregate and moves the row.
    for (let index = start; index < end; index++) {
      frame.row = index;
      frame.environment.rateTime = state.rows[index]?.[0] as number;
      gather(frame, gathered);
    }
    return gathered;
  };

  const fold = ({ count, known, values, failures }: Gathered): Outcome => {
    const settled = declaration.settledByOne === true && count > 0;
    if (failures.length > 0 && !settled) return mergeUnknown(failures);
    return declaration.fold(values, valueType, count, known);
  };

  return (frame) => {
    const { environment } = frame;
    prepare(frame);
    if (state.unknown !== null) return state.unknown;
    const end = prior ? state.stored : state.rows.length;
    const start = firstAfter(state.rows, end, windowStart(span, environment.now, environment.timezone));
    if (capped && end - start > maxWindowRows) return tooManyRows;
    const { row } = frame;
    const { rateTime } = environment;
    const gathered = scan(frame, start, end);
    frame.row = row;
    environment.rateTime = rateTime;
    return fold(gathered);
  };
}
