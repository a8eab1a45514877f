import type { RateTable, WindowBounds, AggregateFold, Outcome, Type } from '@tamis/lang';
import type { LinkRequest, RecordSource } from './facts.js';

/** What an aggregate reads of one record. */
export interface Selection {
  /** Result of the filter: true, false or unknown. */
  readonly matches: Outcome;
  /** `null` if no value is read, or the filter excludes the record. */
  readonly value: Outcome | null;
}

/** How the records of a window are aggregated into a value. */
export interface WindowFold {
  readonly fold: AggregateFold;
  /** Type of the values; `null` if none are read. */
  readonly valueType: Type | null;
  /** Whether one counted record determines the result, even if reading others failed. */
  readonly settledByOne: boolean;
}

/** Aggregates that a source may fold for an evaluation, and the windows that then require no rows. */
export interface FoldableAggregates {
  readonly requests: readonly AggregateRequest[];
  /** Ids of windows whose aggregates are all folded, or have no key or start. */
  readonly windows: ReadonlySet<number>;
}

/** A record as an aggregate reads it: its time in milliseconds since 1970 UTC, followed by the columns of its window. */
export type WindowRow = readonly unknown[];

/** What an evaluation supplies for reading a record. */
export interface SelectionContext {
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  readonly rates: RateTable | null;
  /** The subject of the evaluation as JSON. */
  readonly context: Readonly<Record<string, unknown>>;
}

/** What an aggregate read of a record. */
export interface RecordSelection extends Selection {
  /** Whether the result is the same in every evaluation. */
  readonly cacheable: boolean;
}

/** Filter and value of an aggregate, applied to one record at a time. */
export interface RecordSelector {
  /** JSON paths of the record fields that are read. */
  readonly columns: readonly (readonly string[])[];
  select(row: WindowRow, at: SelectionContext): RecordSelection;
}

/** Records that are linked to the subject. */
export interface LinkedRecords {
  readonly source: RecordSource;
  /** JSON path of a record's time. */
  readonly timePath: readonly string[];
  /** Every link must match. A link matches if all keys of one of its alternatives do. */
  readonly links: readonly (readonly (readonly LinkRequest[])[])[];
  /** Id of the subject if it is itself a record of the source: it is always excluded, in any version. */
  readonly except: string | null;
}

/** One aggregate of one evaluation, for a source that can fold it. It contains functions, so it cannot leave the process. */
export interface AggregateRequest extends WindowFold {
  /** Id of the aggregate in its rule set. */
  readonly id: number;
  readonly records: LinkedRecords;
  readonly bounds: WindowBounds;
  /** Number of newest records considered, including the subject, before the filter; `null` for all. */
  readonly last: number | null;
  /** If there are more rows before the filter, including the subject, the result is unknown (`too_many_rows`); `null` for no limit. */
  readonly maxRows: number | null;
  /** `null` if every record counts and no value is read. */
  readonly selector: RecordSelector | null;
  /** The subject, if it is itself a record of the window; it comes after all others. */
  readonly own: WindowRow | null;
  /** The subject as JSON. */
  readonly context: SelectionContext['context'];
}
