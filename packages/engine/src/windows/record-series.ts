import { mergeUnknown, Unknown, type FoldShortcut, type Outcome, type Type, type Value } from '@tamis/lang';
import type { RecordSelection, Selection, WindowFold } from '../facts/aggregate-request.js';
import { DistinctCounter } from './distinct-counter.js';
import { MonotonicQueue } from './monotonic-queue.js';
import { PrefixSums } from './prefix-sums.js';
import { rangeInOrder, type IndexRange } from './range-in-order.js';
import { SlidingRange, type WindowAccumulator } from './sliding-range.js';
import { SortedValues } from './sorted-values.js';
import { foldTally } from './tally.js';

/** An aggregate, identified by its id. */
export interface NumberedFold extends WindowFold {
  readonly id: number;
}

const isCounted = ({ matches, value }: Selection): boolean => matches === true && !(value instanceof Unknown);

/** Returns what made the aggregate unknown in one record, if anything did. */
const failureOf = ({ matches, value }: Selection): Unknown | null => {
  const found = matches instanceof Unknown ? matches : value;
  return found instanceof Unknown && found.failed ? found : null;
};

/**
 * The results of one filter and value for the records of one key, in time order. Each record is read once, with running counts, so that a
 * window is the difference between two positions. A late record is inserted at its position.
 */
export class RecordSeries {
  private readonly selections: RecordSelection[] = [];
  /** Number of counted and known records before each position. */
  private readonly counted: number[] = [0];
  private readonly known: number[] = [0];
  /** Positions of failed records, ascending. */
  private readonly failed: number[] = [];
  /** Values of the counted records that have one. */
  private readonly values: Value[] = [];
  private readonly totals = new Map<unknown, PrefixSums>();
  private readonly sliding = new Map<number, SlidingRange<WindowAccumulator>>();
  /** Whether the result for a record depends on the evaluation, in which case nothing is kept. */
  isVolatile = false;

  get length(): number {
    return this.selections.length;
  }

  /** Adds the next record in time order. */
  append(seen: RecordSelection): void {
    if (!seen.cacheable) this.isVolatile = true;
    this.selections.push(seen);
  }

  /** Inserts a late record at its position. */
  insert(at: number, seen: RecordSelection): void {
    this.updateCounts();
    if (!seen.cacheable) this.isVolatile = true;
    this.selections.splice(at, 0, seen);
    const place = this.counted[at] as number;
    if (isCounted(seen) && seen.value !== null)
      for (const range of this.sliding.values()) range.handleInsert(place, seen.value as Value);
    this.truncate(at);
  }

  /** Removes the record at a position. */
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

  /** Computes the result from what is kept; returns `null` if all values are required. */
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

  /** Counts the records added since the last time. */
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

  /** Discards the counts from a position on. State that moves with windows is kept, since its values stay the same. */
  private truncate(at: number): void {
    const before = this.counted[at] as number;
    this.counted.length = at + 1;
    this.known.length = at + 1;
    if (this.values.length > before) this.values.length = before;
    for (const totals of this.totals.values()) totals.truncate(before);
    while ((this.failed.at(-1) ?? -1) >= at) this.failed.pop();
  }
}
