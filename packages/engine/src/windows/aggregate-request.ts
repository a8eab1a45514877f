import type { RateTable, WindowBounds } from '@tamis/lang';
import type { LinkRequest, RecordSource } from '../facts/facts.js';
import type { Sight, WindowFold } from './tally.js';

/** A record as an aggregate reads it: its time in milliseconds since 1970 UTC, then the columns of its window. */
export type WindowRow = readonly unknown[];

/** What a run brings along for looking at a record. */
export interface LookingAt {
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  readonly rates: RateTable | null;
  /** The subject of the run as JSON. */
  readonly context: Readonly<Record<string, unknown>>;
}

/** What an aggregate saw of a record. */
export interface Seen extends Sight {
  /** No other run would see anything else. */
  readonly lasting: boolean;
}

/** Filter and value of an aggregate, for one record at a time. */
export interface RecordLook {
  /** JSON paths of the record fields that are read. */
  readonly columns: readonly (readonly string[])[];
  see(row: WindowRow, at: LookingAt): Seen;
}

/** Which records belong to the subject. */
export interface LinkedRecords {
  readonly source: RecordSource;
  /** JSON path of the time of a record. */
  readonly timePath: readonly string[];
  /** Every link must hold; a link holds when all keys of one of its alternatives do. */
  readonly links: readonly (readonly (readonly LinkRequest[])[])[];
  /** Id of the subject when it is itself a record of the source: it is never one of the records, in whatever version. */
  readonly except: string | null;
}

/** One aggregate of one run, for a source that folds by itself. Of this process: it holds functions. */
export interface AggregateRequest extends WindowFold {
  /** Of the aggregate in its rule set. */
  readonly id: number;
  readonly records: LinkedRecords;
  readonly bounds: WindowBounds;
  /** Only the newest so many, the subject included, before the filter; null: all. */
  readonly last: number | null;
  /** With more rows before the filter, the subject included, the result is unknown (`too_many_rows`); null: no cap. */
  readonly maxRows: number | null;
  /** Null: every record counts, and no value is read. */
  readonly look: RecordLook | null;
  /** The subject, where it is itself a record of the window; it comes after all others. */
  readonly own: WindowRow | null;
  /** The subject as JSON. */
  readonly context: LookingAt['context'];
}
