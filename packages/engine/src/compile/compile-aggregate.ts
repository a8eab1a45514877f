import { isInWindow, mergeUnknown, unknown, Unknown, type Outcome, type WindowBounds } from '@tamis/lang';
import type { WindowTotals } from '../facts/fold-request.js';
import { maxWindowRows } from '../limits.js';
import { foldKey } from '../plan/plan-fold.js';
import { timeSpanBounds } from '../plan/plan-windows.js';
import type { AggregatePlan } from '../plan/plan-node.js';
import { foldTotals } from '../windows/fold-totals.js';
import { rangeInOrder } from '../windows/range-in-order.js';
import { emptyTally, foldTally, tallyRecord, type Tally } from '../windows/tally.js';
import type { Frame, Term } from './frame.js';
import type { WindowState } from './window-state.js';

/** Terms that an aggregate evaluates: its filter, its value, and the start of its `since`. */
export interface AggregateTerms {
  readonly where: Term | null;
  readonly value: Term | null;
  readonly start: Term | null;
}

/** The rows of a window, and the function that updates them for the current evaluation. */
export interface PreparedWindow {
  readonly state: WindowState;
  readonly prepare: (frame: Frame) => void;
}

const tooManyRows = unknown({ cause: 'too_many_rows' });

/** Returns what makes a window unknown; `null` if it is known. An unknown start of `since` is reported after missing keys. */
function missingWindow(state: WindowState, bounds: WindowBounds | Unknown): Unknown | null {
  const keys = state.missing;
  if (!(bounds instanceof Unknown)) return keys ?? state.unavailable;
  return keys === null ? bounds : mergeUnknown([keys, bounds]);
}

/** Returns the row range that contains only the subject, if it is a record in view; otherwise an empty range. Unknown if the window is. */
export function compileOwnView(
  { span, prior }: AggregatePlan,
  { state, prepare }: PreparedWindow,
  start: Term | null,
): (frame: Frame) => View | Unknown {
  return (frame) => {
    const { environment } = frame;
    prepare(frame);
    const bounds = timeSpanBounds(span, environment.now, environment.timezone, () => (start as Term)(frame));
    const unknownRows = missingWindow(state, bounds);
    if (unknownRows !== null) return unknownRows;
    const isInView = !prior && isInWindow(environment.now, bounds as WindowBounds);
    return [state.storedCount, isInView ? state.rows.length : state.storedCount];
  };
}

/** First row in view and the row after the last. Unknown if the window is. */
export type View = readonly [first: number, to: number];

/** Returns a function for the range of window rows that an aggregate covers. */
export function compileView(
  { span, prior, capped, last, window }: AggregatePlan,
  { state, prepare }: PreparedWindow,
  start: Term | null,
): (frame: Frame) => View | Unknown {
  const isTimed = window.timePath !== null;
  const timeAt = (index: number): number => state.rows[index]?.[0] as number;
  return (frame) => {
    const { environment } = frame;
    prepare(frame);
    const bounds = timeSpanBounds(span, environment.now, environment.timezone, () => (start as Term)(frame));
    const unknownRows = missingWindow(state, bounds);
    if (unknownRows !== null) return unknownRows;
    const end = prior ? state.storedCount : state.rows.length;
    const [first, to] = isTimed ? rangeInOrder(timeAt, end, bounds as WindowBounds) : [0, end];
    if (capped && to - first > maxWindowRows) return tooManyRows;
    return [last === null ? first : Math.max(first, to - last), to];
  };
}

export function compileAggregate(
  plan: AggregatePlan,
  prepared: PreparedWindow,
  { where, value, start }: AggregateTerms,
): Term {
  const { declaration, valueType, window } = plan;
  const { state } = prepared;
  const view = compileView(plan, prepared, start);
  const ownView = compileOwnView(plan, prepared, start);
  const isTimed = window.timePath !== null;

  const settledByOne = declaration.settledByOne === true;

  const scan = (frame: Frame, from: number, to: number): Tally => {
    const tally = emptyTally();
    // A filter may read a `let` that is itself an aggregate and changes the row.
    for (let index = from; index < to; index++) {
      frame.row = index;
      if (isTimed) frame.environment.rateTime = state.rows[index]?.[0] as number;
      const matches = where === null ? true : where(frame);
      tallyRecord(tally, matches, matches === true && value !== null ? value(frame) : null);
    }
    return tally;
  };

  const tallied = (frame: Frame, [from, to]: View): Tally => {
    const { row, environment } = frame;
    const { rateTime } = environment;
    if (!isTimed) environment.rateTime = environment.now;
    const tally = scan(frame, from, to);
    frame.row = row;
    environment.rateTime = rateTime;
    return tally;
  };

  const key = foldKey(plan);
  const fold = { fold: plan.fold, valueType, settledByOne };
  const withTotals = (frame: Frame, totals: WindowTotals): Outcome => {
    const own = ownView(frame);
    if (own instanceof Unknown) return own;
    if (plan.capped && totals.rows + own[1] - own[0] > maxWindowRows) return tooManyRows;
    return foldTotals(fold, totals, tallied(frame, own));
  };

  return (frame) => {
    const folded = frame.facts.aggregates?.get(plan.id);
    if (folded !== undefined) return folded;
    const totals = key === null ? undefined : frame.facts.totals?.[key];
    if (totals !== undefined) return withTotals(frame, totals);
    const seen = view(frame);
    return seen instanceof Unknown ? seen : foldTally(fold, tallied(frame, seen));
  };
}
