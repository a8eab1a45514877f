import type { AggregateSource, DataReadResult, DataRead, Outcome, RateTable, Type } from '@tamis/lang';
import type { FoldRequest, WindowTotals } from './fold-request.js';

/** The subject of a run as JSON (shapes 3.7): the stored record with its linked entities, keys in any order. */
export type Context = Readonly<Record<string, unknown>>;

/** Sources whose records are fetched; lists on the subject are read from its context. */
export type RecordSource = Exclude<AggregateSource, 'elements'>;

/** What must be fetched for one run, as data. Made from the plan and the subject's context. */
export interface FactRequests {
  readonly windows: readonly WindowRequest[];
  /** What functions and list tests look up, each once. */
  readonly reads: readonly DataRead[];
  /** Pairs the run may convert. */
  readonly rates: readonly RateRequest[];
}

/** Quotes usable at one time: of the pair, and of both currencies with the reference currency. */
export interface RateRequest {
  readonly from: string;
  readonly to: string;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
}

/** The value at `recordPath`, read as `type`, has this key: `linkKey(value, type) === key`. */
export interface LinkRequest {
  readonly recordPath: readonly string[];
  readonly type: Type;
  readonly key: string;
}

/** Records of one source, visible at the run, oldest first, equal times by arrival. */
export interface WindowRequest {
  readonly id: number;
  readonly source: RecordSource;
  /** JSON path of the time of a record; null: records without a time, to which the bounds do not apply. */
  readonly timePath: readonly string[] | null;
  /** Every link must hold; a link holds when all keys of one of its alternatives do. */
  readonly links: readonly (readonly (readonly LinkRequest[])[])[];
  /** Milliseconds since 1970 UTC, included; null: no start. Aggregates look for themselves which rows are theirs. */
  readonly from: number | null;
  readonly to: number;
  /** A record at `to` is a row, too. With a cap a row too many would take the place of one that counts. */
  readonly toInclusive: boolean;
  /** JSON paths of the record fields that are read. The time comes first in a row and is not listed. */
  readonly columns: readonly (readonly string[])[];
  /** At most this many rows are needed, the newest ones. Null: all. */
  readonly cap: number | null;
  /** Id of the subject when it is itself a record of the source: it is never a row, in whatever version it is stored. */
  readonly except: string | null;
  /** All that is wanted of the records: who can compute that need not give them all, but the newest. Absent: the records are. */
  readonly folds?: readonly FoldRequest[];
}

/** Values of aggregates by their id; undefined: it was not folded. They may be folded when they are first asked for. */
export interface FoldedAggregates {
  get(id: number): Outcome | undefined;
}

/** Answers to `FactRequests`. Pure JSON but for `aggregates`. What is left out was not to be had. */
export interface Facts {
  /** By request id: one row per record, `[time in ms or null, ...columns]`. Amounts as decimal text. */
  readonly windows: Readonly<Record<number, readonly (readonly unknown[])[]>>;
  /** Ids of the newest records of a window, by request id, oldest first: of the last of its rows. For who explains the run. */
  readonly recordIds?: Readonly<Record<number, readonly string[]>>;
  /** By id of the `FoldRequest`: what the records came to that are no rows. Rows of its window are the newest ones then. */
  readonly totals?: Readonly<Record<string, WindowTotals>>;
  /** By `canonicalJson` of the read. */
  readonly reads?: Readonly<Record<string, DataReadResult>>;
  /** Every quote a requested pair needs. Absent: money converts to its own currency only. */
  readonly rates?: RateTable;
  /** Aggregates a source at hand has folded, by id: their rows are not there. Facts that are stored or sent have rows instead. */
  readonly aggregates?: FoldedAggregates;
}
