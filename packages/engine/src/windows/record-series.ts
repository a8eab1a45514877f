import { mergeUnknown, Unknown, type FoldShortcut, type Outcome, type Type, type Value } from '@tamis/lang';
import type { RecordSelection, Selection, WindowFold } from '../facts/aggregate-request.js';
import { DistinctCounter } from './distinct-counter.js';
import { MonotonicQueue } from './monotonic-queue.js';
import { PrefixSums } from './prefix-sums.js';
import { rangeInOrder, type IndexRange } from './range-in-order.js';
import { SlidingRange, type WindowAccumulator } from './sliding-range.js';
import { SortedValues } from './sorted-values.js';
import { foldTally } from './tally.js';

/** An aggregate, told apart from others by its id. */
export interface NumberedFold extends WindowFold {
  readonly id: number;
}

const isCounted = ({ matches, value }: Selection): boolean => matches === true && !(value instanceof Unknown);

/** What made the aggregate unknown in one record, if anything did. */
const failureOf = ({ matches, value }: Selection): Unknown | null => {
  const found = matches instanceof Unknown ? matches : value;
  return found instanceof Unknown && found.failed ? found : null;
};

/**
 * What one filter and value come to for the records of one key, in the order of time: looked at once per record, counted up
 * along the way, so that a window is a difference of two places. A late record is put in its place.
 */
export class RecordSeries {
  private readonly selections: RecordSelection[] = [];
  /** Counted and known records before each place. */
  private readonly counted: number[] = [0];
  private readonly known: number[] = [0];
  /** Places of records that failed, ascending. */
  private readonly failed: number[] = [];
  /** Of the counted records that have one. */
  private readonly values: Value[] = [];
  private readonly totals = new Map<unknown, PrefixSums>();
  private readonly sliding = new Map<number, SlidingRange<WindowAccumulator>>();
  /** Some record does not look the same to every run: nothing is kept, then. */
  isVolatile = false;

  get length(): number {
    return this.selections.length;
  }

  /** The next record in the order of time. */
  append(seen: RecordSelection): void {
    if (!seen.cacheable) this.isVolatile = true;
    this.selections.push(seen);
  }

  /** A record that came late, at its place among those looked at. */
  insert(at: number, seen: RecordSelection): void {
    this.updateCounts();
    if (!seen.cacheable) this.isVolatile = true;
    this.selections.splice(at, 0, seen);
    const place = this.counted[at] as number;
    if (isCounted(seen) && seen.value !== null)
      for (const range of this.sliding.values()) range.handleInsert(place, seen.value as Value);
    this.truncate(at);
  }

  /** The record at a place is not there any more. */
  remove(at: number): void {
    this.updateCounts();
    this.selections.splice(at, 1);
    for (const range of this.sliding.values()) range.reset();
    this.truncate(at);
  }

  /** Folds the records of a range and the subject. */
  fold(request: NumberedFold, range: IndexRange, own: Selection | null): Outcome {
    this.updateCounts();
    const [from, to] = range;
    const [first, end] = [this.counted[from] as number, this.counted[to] as number];
    const ownCounts = own !== null && isCounted(own);
    const count = end - first + (ownCounts ? 1 : 0);
    const ownIsKnown = own !== null && !(own.matches instanceof Unknown);
    const known = (this.known[to] as number) - (this.known[from] as number) + (ownIsKnown ? 1 : 0);
    const failures = this.failures(range, own);
    if (failures.length > 0 && !(request.settledByOne && count > 0)) return mergeUnknown(failures);
    const ownValue = ownCounts ? (own.value as Value | null) : null;
    const { fold, valueType } = request;
    if (fold.from?.kind === 'counts') return fold.fold([], valueType, count, known);
    const short = fold.from && this.shortcut(fold.from, request, [first, end], ownValue);
    if (short !== undefined && short !== null) return short;
    const values = this.values.slice(first, end);
    if (ownValue !== null) values.push(ownValue);
    return foldTally(request, { count, known, values, failures: [] });
  }

  /** From what is kept; null when all values are needed. */
  private shortcut(
    from: FoldShortcut,
    { id, valueType }: NumberedFold,
    [first, end]: IndexRange,
    own: Value | null,
  ): Outcome | null {
    const { values } = this;
    switch (from.kind) {
      case 'counts':
        return null;
      case 'end':
        return (
          (from.end === 'newest' ? (own ?? this.valueIn(first, end, end - 1)) : this.valueIn(first, end, first)) ?? own
        );
      case 'totals': {
        const totals = this.totalsOf(from.number, valueType).totals(values, first, end, own);
        return totals && from.result(totals, valueType);
      }
      case 'distinct': {
        const make = (): WindowAccumulator => new DistinctCounter((value) => from.key(value, valueType));
        const found = (this.slidingOf(id, make).at(values, first, end) as DistinctCounter).countDistinct(own);
        return found === null || found > from.most ? null : found;
      }
      case 'rank': {
        const { rank, compare, fits } = from;
        const order = { compare, fits: (value: Value) => fits(value, valueType) };
        if (typeof rank === 'string') {
          const make = (): WindowAccumulator => new MonotonicQueue(order, rank);
          return (this.slidingOf(id, make).at(values, first, end) as MonotonicQueue).extreme(own);
        }
        const make = (): WindowAccumulator => new SortedValues(order);
        return (this.slidingOf(id, make).at(values, first, end) as SortedValues).at(rank, own);
      }
    }
  }

  private valueIn(first: number, end: number, index: number): Value | null {
    return index >= first && index < end ? (this.values[index] as Value) : null;
  }

  private totalsOf(number: Extract<FoldShortcut, { kind: 'totals' }>['number'], type: Type | null): PrefixSums {
    const known = this.totals.get(number);
    if (known) return known;
    const made = new PrefixSums(number, type);
    this.totals.set(number, made);
    return made;
  }

  private slidingOf(id: number, make: () => WindowAccumulator): SlidingRange<WindowAccumulator> {
    const known = this.sliding.get(id);
    if (known) return known;
    const made = new SlidingRange(make());
    this.sliding.set(id, made);
    return made;
  }

  private failures([from, to]: IndexRange, own: Selection | null): Unknown[] {
    const { failed, selections: seen } = this;
    const places = { from, fromInclusive: true, to, toInclusive: false };
    const [first, end] = rangeInOrder((index) => failed[index] as number, failed.length, places);
    const found = failed.slice(first, end).map((at) => failureOf(seen[at] as RecordSelection) as Unknown);
    const ownFailure = own && failureOf(own);
    return ownFailure ? [...found, ownFailure] : found;
  }

  /** Counts the records that came since the last time. */
  private updateCounts(): void {
    for (let at = this.counted.length - 1; at < this.selections.length; at++) {
      const seen = this.selections[at] as RecordSelection;
      const counts = isCounted(seen);
      this.counted.push((this.counted[at] as number) + (counts ? 1 : 0));
      this.known.push((this.known[at] as number) + (seen.matches instanceof Unknown ? 0 : 1));
      if (failureOf(seen)) this.failed.push(at);
      if (counts && seen.value !== null) this.values.push(seen.value as Value);
    }
  }

  /** Forgets what was counted from a place on; what moves with windows stays, as its values do. */
  private truncate(at: number): void {
    const before = this.counted[at] as number;
    this.counted.length = at + 1;
    this.known.length = at + 1;
    if (this.values.length > before) this.values.length = before;
    for (const totals of this.totals.values()) totals.truncate(before);
    while ((this.failed.at(-1) ?? -1) >= at) this.failed.pop();
  }
}
