import { isInWindow, readPath, unknown, type Outcome, type RateTable, type WindowBounds } from '@tamis/lang';
import type { StoredRecord } from '../facts/fact-source.js';
import type { WindowRequest } from '../facts/facts.js';
import type { AggregateRequest, LookingAt, RecordLook, Seen, WindowRow } from '../facts/aggregate-request.js';
import { rangeInOrder, type IndexRange } from './range-in-order.js';
import { RecordSeries } from './record-series.js';
import { recordTime } from '../facts/record-time.js';
import { emptyTally, foldTally, tallyRecord } from './tally.js';

/** A record and when it arrived: a number that grows from record to record. */
export interface Arrived {
  readonly arrival: number;
  readonly record: StoredRecord;
}

interface Timed extends Arrived {
  /** Milliseconds since 1970 UTC; 0 where the source has no times. */
  readonly time: number;
}

const tooManyRows = unknown({ cause: 'too_many_rows' });
const allTime: WindowBounds = { from: null, fromInclusive: true, to: Infinity, toInclusive: true };

/** The records of one key in the order of time, equal times by arrival, and what aggregates keep of them. */
export class RecordStream {
  private readonly records: Timed[] = [];
  private readonly series = new Map<RecordLook, RecordSeries>();

  constructor(
    private readonly timePath: readonly string[] | null,
    private readonly rates: RateTable | null,
  ) {}

  get isEmpty(): boolean {
    return this.records.length === 0;
  }

  /** A record without a readable time lies in no window. */
  insert({ record, arrival }: Arrived): void {
    const time = this.timeOf(record);
    if (Number.isNaN(time)) return;
    const at = this.placeOf(time, arrival);
    const timed = { record, arrival, time };
    if (at === this.records.length) this.records.push(timed);
    else this.records.splice(at, 0, timed);
    for (const [look, series] of this.series)
      if (at < series.length) series.insert(at, this.see(look, at, { now: time, rates: this.rates, context: {} }));
  }

  remove(arrived: Arrived): void {
    const at = this.indexOf(arrived);
    if (at === null) return;
    this.records.splice(at, 1);
    for (const series of this.series.values()) if (at < series.length) series.remove(at);
  }

  /** Rows of a request, oldest first. `except`: versions of the subject, which are no rows. */
  rows(
    { from, to, toInclusive, columns, cap, timePath }: WindowRequest,
    except: readonly Arrived[],
  ): readonly WindowRow[] {
    const bounds = timePath === null ? allTime : { from, fromInclusive: true, to, toInclusive };
    const found = this.without(this.range(bounds), except);
    return (cap === null ? found : found.slice(Math.max(0, found.length - cap))).map((at) => this.row(at, columns));
  }

  /** The value of an aggregate. */
  fold(request: AggregateRequest, now: number, except: readonly Arrived[]): Outcome {
    const { bounds, look } = request;
    const own = request.own !== null && isInWindow(request.own[0] as number, bounds) ? request.own : null;
    const range = this.range(bounds);
    const at = { now, rates: this.rates, context: request.context };
    if (except.some((each) => this.isIn(range, each)))
      return this.foldEach(request, this.without(range, except), own, at);
    const rows = range[1] - range[0] + (own === null ? 0 : 1);
    if (isTooMany(request, rows)) return tooManyRows;
    const newest: IndexRange = [range[0] + beyondLast(request, rows), range[1]];
    if (look === null) {
      const count = newest[1] - newest[0] + (own === null ? 0 : 1);
      return foldTally(request, { ...emptyTally(), count, known: count });
    }
    const series = this.seriesOf(look);
    while (series.length < this.records.length) series.append(this.see(look, series.length, at));
    if (series.changes) return this.foldEach(request, this.without(range, []), own, at);
    return series.fold(request, newest, own && look.see(own, at));
  }

  /** Looks at every record anew. */
  private foldEach(request: AggregateRequest, found: readonly number[], own: WindowRow | null, at: LookingAt): Outcome {
    const { look } = request;
    const rows = found.length + (own === null ? 0 : 1);
    if (isTooMany(request, rows)) return tooManyRows;
    const tally = emptyTally();
    const take = ({ matches, value }: Pick<Seen, 'matches' | 'value'>): void => tallyRecord(tally, matches, value);
    for (const index of found.slice(beyondLast(request, rows)))
      take(look === null ? seenAlways : this.see(look, index, at));
    if (own !== null) take(look === null ? seenAlways : look.see(own, at));
    return foldTally(request, tally);
  }

  private seriesOf(look: RecordLook): RecordSeries {
    const known = this.series.get(look);
    if (known) return known;
    const made = new RecordSeries();
    this.series.set(look, made);
    return made;
  }

  private see(look: RecordLook, at: number, looking: LookingAt): Seen {
    return look.see(this.row(at, look.columns), looking);
  }

  private row(at: number, columns: readonly (readonly string[])[]): WindowRow {
    const { record, time } = this.records[at] as Timed;
    return [this.timePath && time, ...columns.map((path) => readPath(record, path) ?? null)];
  }

  private range(bounds: WindowBounds): IndexRange {
    return rangeInOrder((index) => (this.records[index] as Timed).time, this.records.length, bounds);
  }

  private without([first, end]: IndexRange, except: readonly Arrived[]): number[] {
    const indexes = Array.from({ length: end - first }, (_, index) => first + index);
    if (except.length === 0) return indexes;
    const left = new Set(except.map((each) => this.indexOf(each)));
    return indexes.filter((index) => !left.has(index));
  }

  private isIn([first, end]: IndexRange, arrived: Arrived): boolean {
    const at = this.indexOf(arrived);
    return at !== null && at >= first && at < end;
  }

  private timeOf(record: StoredRecord): number {
    return this.timePath === null ? 0 : recordTime(record, this.timePath);
  }

  private indexOf({ record, arrival }: Arrived): number | null {
    const time = this.timeOf(record);
    const at = this.placeOf(time, arrival);
    return this.records[at]?.arrival === arrival ? at : null;
  }

  /** Index of the first record that comes no earlier. */
  private placeOf(time: number, arrival: number): number {
    const { records } = this;
    let low = 0;
    let high = records.length;
    // Most records come last.
    for (let middle = Math.max(0, high - 1); low < high; middle = (low + high) >>> 1) {
      const at = records[middle] as Timed;
      if (at.time < time || (at.time === time && at.arrival < arrival)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const seenAlways = { matches: true, value: null } as const;

const isTooMany = ({ maxRows }: AggregateRequest, rows: number): boolean => maxRows !== null && rows > maxRows;

/** How many of the oldest rows `last N` leaves out. */
const beyondLast = ({ last }: AggregateRequest, rows: number): number => (last === null ? 0 : Math.max(0, rows - last));
