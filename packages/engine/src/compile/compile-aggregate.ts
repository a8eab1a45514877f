import { mergeUnknown, unknown, Unknown, type Outcome, type Value, type WindowBounds } from '@tamis/lang';
import { maxWindowRows } from '../limits.js';
import { stretchBounds } from '../plan/plan-windows.js';
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

/** What an aggregate reads: terms of its filter, its value, and the start of its `since`. */
export interface AggregateTerms {
  readonly where: Term | null;
  readonly value: Term | null;
  readonly start: Term | null;
}

/** The window's rows and the function that makes them fit the run. */
export interface PreparedWindow {
  readonly state: WindowState;
  readonly prepare: (frame: Frame) => void;
}

type Rows = readonly (readonly unknown[])[];

/** Index of the first row later than `time`, or at it too; rows are in the order of time. */
function firstFrom(rows: Rows, end: number, time: number, included: boolean): number {
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = rows[middle]?.[0] as number;
    if (at > time || (included && at === time)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Rows that lie in the bounds, as a range of indexes. */
function rangeOf(rows: Rows, end: number, bounds: WindowBounds): readonly [start: number, end: number] {
  const last = firstFrom(rows, end, bounds.to, !bounds.toInclusive);
  const first = bounds.from === null ? 0 : firstFrom(rows, last, bounds.from, bounds.fromInclusive);
  return [first, last];
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

/** Where the time a `since` begins at is not known, that is what the aggregate lacks, after its keys. */
function lacking(state: WindowState, bounds: WindowBounds | Unknown): Unknown | null {
  const keys = state.missing;
  if (!(bounds instanceof Unknown)) return keys ?? state.unavailable;
  return keys === null ? bounds : mergeUnknown([keys, bounds]);
}

export function compileAggregate(
  plan: AggregatePlan,
  { state, prepare }: PreparedWindow,
  { where, value, start }: AggregateTerms,
): Term {
  const { declaration, stretch, prior, capped, valueType, last, window } = plan;
  const gather = gatherer(where, value);
  const isTimed = window.timePath !== null;

  const scan = (frame: Frame, from: number, to: number): Gathered => {
    const gathered: Gathered = { count: 0, known: 0, values: [], failures: [] };
    // A filter may read a `let` that is itself an aggregate and moves the row.
    for (let index = from; index < to; index++) {
      frame.row = index;
      if (isTimed) frame.environment.rateTime = state.rows[index]?.[0] as number;
      gather(frame, gathered);
    }
    return gathered;
  };

  const fold = ({ count, known, values, failures }: Gathered): Outcome => {
    const settled = declaration.settledByOne === true && count > 0;
    if (failures.length > 0 && !settled) return mergeUnknown(failures);
    return plan.fold.fold(values, valueType, count, known);
  };

  return (frame) => {
    const { environment } = frame;
    prepare(frame);
    const bounds = stretchBounds(stretch, environment.now, environment.timezone, () => (start as Term)(frame));
    const unknownRows = lacking(state, bounds);
    if (unknownRows !== null) return unknownRows;
    const end = prior ? state.stored : state.rows.length;
    const [first, to] = isTimed ? rangeOf(state.rows, end, bounds as WindowBounds) : [0, end];
    if (capped && to - first > maxWindowRows) return tooManyRows;
    const { row } = frame;
    const { rateTime } = environment;
    if (!isTimed) environment.rateTime = environment.now;
    const gathered = scan(frame, last === null ? first : Math.max(first, to - last), to);
    frame.row = row;
    environment.rateTime = rateTime;
    return fold(gathered);
  };
}
