import type { RateTable, WindowBounds, AggregateFold, Outcome, Type } from '@tamis/lang';
import type { LinkRequest, RecordSource } from './facts.js';

/** What an aggregate sees of one record. */
export interface Selection {
  /** Of the filter: true, false or unknown. */
  readonly matches: Outcome;
  /** Null: no value is read, or the filter leaves the record out. */
  readonly value: Outcome | null;
}

/** How the records of a window become a value. */
export interface WindowFold {
  readonly fold: AggregateFold;
  /** Of the values; null: none are read. */
  readonly valueType: Type | null;
  /** One counted record settles it, whatever failed in others. */
  readonly settledByOne: boolean;
}

/** What a source may fold for a run, and which windows need no rows then. */
export interface FoldableAggregates {
  readonly requests: readonly AggregateRequest[];
  /** Ids of windows all of whose aggregates are folded, or have no key or start. */
  readonly windows: ReadonlySet<number>;
}

/** A record as an aggregate reads it: its time in milliseconds since 1970 UTC, then the columns of its window. */
export type WindowRow = readonly unknown[];

/** What a run brings along for looking at a record. */
export interface SelectionContext {
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  readonly rates: RateTable | null;
  /** The subject of the run as JSON. */
  readonly context: Readonly<Record<string, unknown>>;
}

/** What an aggregate saw of a record. */
export interface RecordSelection extends Selection {
  /** No other run would see anything else. */
  readonly cacheable: boolean;
}

/** Filter and value of an aggregate, for one record at a time. */
export interface RecordSelector {
  /** JSON paths of the record fields that are read. */
  readonly columns: readonly (readonly string[])[];
  select(row: WindowRow, at: SelectionContext): RecordSelection;
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
  readonly selector: RecordSelector | null;
  /** The subject, where it is itself a record of the window; it comes after all others. */
  readonly own: WindowRow | null;
  /** The subject as JSON. */
  readonly context: SelectionContext['context'];
}
