import { isInWindow, readPath, unknown, type Outcome, type RateTable, type WindowBounds } from '@tamis/lang';
import type { StoredRecord } from '../facts/fact-source.js';
import type { WindowRequest } from '../facts/facts.js';
import type {
  AggregateRequest,
  SelectionContext,
  RecordSelector,
  RecordSelection,
  WindowRow,
} from '../facts/aggregate-request.js';
import { rangeInOrder, type IndexRange } from './range-in-order.js';
import { RecordSeries } from './record-series.js';
import { recordTime } from '../facts/record-time.js';
import { emptyTally, foldTally, tallyRecord } from './tally.js';

/** A record with its arrival number, which increases from record to record. */
export interface SequencedRecord {
  readonly arrival: number;
  readonly record: StoredRecord;
}

interface TimedRecord extends SequencedRecord {
  /** Milliseconds since 1970 UTC; 0 if the source has no times. */
  readonly time: number;
}

const tooManyRows = unknown({ cause: 'too_many_rows' });
const allTime: WindowBounds = { from: null, fromInclusive: true, to: Infinity, toInclusive: true };

/** The records of one key in time order, and by arrival for equal times, with the state that aggregates keep for them. */
export class RecordStream {
  private readonly records: TimedRecord[] = [];
  private readonly series = new Map<RecordSelector, RecordSeries>();

  constructor(
    private readonly timePath: readonly string[] | null,
    private readonly rates: RateTable | null,
    private readonly timezone: string,
  ) {}

  get isEmpty(): boolean {
    return this.records.length === 0;
  }

  /** A record without a readable time is not part of any window. */
  insert({ record, arrival }: SequencedRecord): void {
    const time = this.timeOf(record);
    if (Number.isNaN(time)) return;
    const at = this.placeOf(time, arrival);
    const timed = { record, arrival, time };
    if (at === this.records.length) this.records.push(timed);
    else this.records.splice(at, 0, timed);
    for (const [look, series] of this.series)
      if (at < series.length) series.insert(at, this.select(look, at, { now: time, rates: this.rates, context: {} }));
  }

  remove(arrived: SequencedRecord): void {
    const at = this.indexOf(arrived);
    if (at === null) return;
    this.records.splice(at, 1);
    for (const series of this.series.values()) if (at < series.length) series.remove(at);
  }

  /** Returns the rows of a request, oldest first. `except` lists versions of the subject, which are excluded. */
  rows(
    { from, to, toInclusive, columns, cap, timePath }: WindowRequest,
    except: readonly SequencedRecord[],
  ): readonly WindowRow[] {
    const bounds = timePath === null ? allTime : { from, fromInclusive: true, to, toInclusive };
    const found = this.without(this.range(bounds), except);
    return (cap === null ? found : found.slice(Math.max(0, found.length - cap))).map((at) => this.row(at, columns));
  }

  /** Returns the value of an aggregate. */
  fold(request: AggregateRequest, now: number, except: readonly SequencedRecord[]): Outcome {
    const { bounds, selector: look } = request;
    const own = request.own !== null && isInWindow(request.own[0] as number, bounds) ? request.own : null;
    const range = this.range(bounds);
    const at = { now, rates: this.rates, context: request.context };
    if (except.some((each) => this.isIn(range, each)))
      return this.foldEach(request, this.without(range, except), own, at);
    const rows = range[1] - range[0] + (own === null ? 0 : 1);
    if (isTooMany(request, rows)) return tooManyRows;
    const newest: IndexRange = [range[0] + skippedByLast(request, rows), range[1]];
    if (look === null) {
      const count = newest[1] - newest[0] + (own === null ? 0 : 1);
      return foldTally(request, { ...emptyTally(), count, known: count });
    }
    const series = this.seriesOf(look);
    while (series.length < this.records.length) series.append(this.select(look, series.length, at));
    if (series.isVolatile) return this.foldEach(request, this.without(range, []), own, at);
    return series.fold(request, newest, own && look.select(own, at));
  }

  /** Reads every record anew. */
  private foldEach(
    request: AggregateRequest,
    found: readonly number[],
    own: WindowRow | null,
    at: SelectionContext,
  ): Outcome {
    const { selector: look } = request;
    const rows = found.length + (own === null ? 0 : 1);
    if (isTooMany(request, rows)) return tooManyRows;
    const tally = emptyTally();
    const take = ({ matches, value }: Pick<RecordSelection, 'matches' | 'value'>): void =>
      tallyRecord(tally, matches, value);
    for (const index of found.slice(skippedByLast(request, rows)))
      take(look === null ? alwaysSelected : this.select(look, index, at));
    if (own !== null) take(look === null ? alwaysSelected : look.select(own, at));
    return foldTally(request, tally);
  }

  private seriesOf(look: RecordSelector): RecordSeries {
    const known = this.series.get(look);
    if (known) return known;
    const made = new RecordSeries();
    this.series.set(look, made);
    return made;
  }

  private select(look: RecordSelector, at: number, looking: SelectionContext): RecordSelection {
    return look.select(this.row(at, look.columns), looking);
  }

  private row(at: number, columns: readonly (readonly string[])[]): WindowRow {
    const { record, time } = this.records[at] as TimedRecord;
    return [this.timePath && time, ...columns.map((path) => readPath(record, path) ?? null)];
  }

  private range(bounds: WindowBounds): IndexRange {
    return rangeInOrder((index) => (this.records[index] as TimedRecord).time, this.records.length, bounds);
  }

  private without([first, end]: IndexRange, except: readonly SequencedRecord[]): number[] {
    const indexes = Array.from({ length: end - first }, (_, index) => first + index);
    if (except.length === 0) return indexes;
    const left = new Set(except.map((each) => this.indexOf(each)));
    return indexes.filter((index) => !left.has(index));
  }

  private isIn([first, end]: IndexRange, arrived: SequencedRecord): boolean {
    const at = this.indexOf(arrived);
    return at !== null && at >= first && at < end;
  }

  private timeOf(record: StoredRecord): number {
    return this.timePath === null ? 0 : recordTime(record, this.timePath, this.timezone);
  }

  private indexOf({ record, arrival }: SequencedRecord): number | null {
    const time = this.timeOf(record);
    const at = this.placeOf(time, arrival);
    return this.records[at]?.arrival === arrival ? at : null;
  }

  /** Returns the index of the first record that is not earlier. */
  private placeOf(time: number, arrival: number): number {
    const { records } = this;
    let low = 0;
    let high = records.length;
    // Most records are added at the end.
    for (let middle = Math.max(0, high - 1); low < high; middle = (low + high) >>> 1) {
      const at = records[middle] as TimedRecord;
      if (at.time < time || (at.time === time && at.arrival < arrival)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const alwaysSelected = { matches: true, value: null } as const;

const isTooMany = ({ maxRows }: AggregateRequest, rows: number): boolean => maxRows !== null && rows > maxRows;

/** Returns how many of the oldest rows `last N` excludes. */
const skippedByLast = ({ last }: AggregateRequest, rows: number): number =>
  last === null ? 0 : Math.max(0, rows - last);
