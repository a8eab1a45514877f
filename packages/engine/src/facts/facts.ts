import type { AggregateSource, DataReadResult, DataRead, Outcome, RateTable, Type } from '@tamis/lang';
import type { FoldRequest, WindowTotals } from './fold-request.js';

/** The subject of an evaluation as JSON (shapes 3.7): the stored record with its linked entities, with keys in any order. */
export type Context = Readonly<Record<string, unknown>>;

/** Sources whose records are fetched; lists of the subject itself are read from its context. */
export type RecordSource = Exclude<AggregateSource, 'elements'>;

/** Data to be fetched for one evaluation, derived from the plan and the subject's context. */
export interface FactRequests {
  readonly windows: readonly WindowRequest[];
  /** Look-ups of functions and list conditions, without duplicates. */
  readonly reads: readonly DataRead[];
  /** Currency pairs that the evaluation may convert. */
  readonly rates: readonly RateRequest[];
}

/** Quotes that are valid at one time: of the pair, and of both currencies with the reference currency. */
export interface RateRequest {
  readonly from: string;
  readonly to: string;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
}

/** The value at `recordPath`, read as `type`, must have this key: `linkKey(value, type) === key`. */
export interface LinkRequest {
  readonly recordPath: readonly string[];
  readonly type: Type;
  readonly key: string;
}

/** Records of one source that are visible to the evaluation, oldest first, and in order of arrival for equal times. */
export interface WindowRequest {
  readonly id: number;
  readonly source: RecordSource;
  /** JSON path of a record's time; `null` for records without a time, to which the bounds do not apply. */
  readonly timePath: readonly string[] | null;
  /** Every link must match. A link matches if all keys of one of its alternatives do. */
  readonly links: readonly (readonly (readonly LinkRequest[])[])[];
  /** Milliseconds since 1970 UTC, inclusive; `null` for no start. Aggregates check for themselves which rows they include. */
  readonly from: number | null;
  readonly to: number;
  /** Whether a record at `to` is included. With a cap, a row too many would displace one that counts. */
  readonly toInclusive: boolean;
  /** JSON paths of the record fields that are read. The time comes first in a row and is not listed. */
  readonly columns: readonly (readonly string[])[];
  /** Maximum number of rows required, the newest ones; `null` for all. */
  readonly cap: number | null;
  /** Id of the subject if it is itself a record of the source: it is always excluded, regardless of its stored version. */
  readonly except: string | null;
  /**
   * All aggregates of the records: a source that can compute them may return only the newest records. If absent, all records are required.
   */
  readonly folds?: readonly FoldRequest[];
}

/** Values of aggregates by id; undefined if the aggregate was not folded. They may be computed on first access. */
export interface FoldedAggregates {
  get(id: number): Outcome | undefined;
}

/** Results for `FactRequests`. Plain JSON except for `aggregates`. Data that is missing was not available. */
export interface Facts {
  /** Keyed by request id: one row per record, `[time in ms or null, ...columns]`. Amounts are decimal text. */
  readonly windows: Readonly<Record<number, readonly (readonly unknown[])[]>>;
  /**
   * Ids of the newest records of a window, by request id, oldest first: they belong to the last of its rows. Used to explain the
   * evaluation.
   */
  readonly recordIds?: Readonly<Record<number, readonly string[]>>;
  /**
   * Keyed by the id of the `FoldRequest`: totals over records that are not included as rows. The rows of the window are then the newest
   * records.
   */
  readonly totals?: Readonly<Record<string, WindowTotals>>;
  /** Keyed by `canonicalJson` of the read. */
  readonly reads?: Readonly<Record<string, DataReadResult>>;
  /** All quotes required for the requested pairs. If absent, money converts only to its own currency. */
  readonly rates?: RateTable;
  /** Aggregates folded by a local source, by id, whose rows are omitted. Facts that are stored or sent have rows instead. */
  readonly aggregates?: FoldedAggregates;
}
