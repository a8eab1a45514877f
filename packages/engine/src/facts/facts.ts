import type { DataAnswer, DataRead, RateTable } from '@tamis/lang';

/** What must be fetched for one run, as data. Made from the plan and the subject's context. */
export interface FactRequests {
  readonly windows: readonly WindowRequest[];
  readonly memberships: readonly MembershipRequest[];
  /** What functions look up, each once. Absent: nothing. Facts may lead to further reads: gather until none is new. */
  readonly reads?: readonly DataRead[];
  /** Pairs the run may convert. Absent: none. */
  readonly rates?: readonly RateRequest[];
}

/** Quotes usable at one time: of the pair, and of both currencies with the reference currency. */
export interface RateRequest {
  readonly from: string;
  readonly to: string;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
}

/**
 * Transactions whose value at `recordPath` equals `key` as text, for every link, in (now - spanMs, now], visible at the run,
 * oldest first. Never the subject itself, in whatever version it is stored: the engine adds it where a rule counts it.
 */
export interface WindowRequest {
  readonly id: number;
  readonly source: 'transactions';
  readonly links: readonly { readonly recordPath: readonly string[]; readonly key: string }[];
  readonly spanMs: number;
  /** Record fields the aggregates read, as JSON paths. The time of the record always comes first in a row and is not listed. */
  readonly columns: readonly (readonly string[])[];
  /** At most this many rows are needed, the newest ones. Null: all. */
  readonly cap: number | null;
}

/** Is one of the normalized values of this run's value an active, unexpired item of the list? */
export interface MembershipRequest {
  readonly id: number;
  readonly listId: string;
  /** The value as text, not normalized. */
  readonly value: string;
}

/** Answers to `FactRequests`, by request id. Pure JSON. */
export interface Facts {
  /** One row per record: `[transactedAt in ms, ...columns]`, ordered by (time, arrival). Amounts as decimal text. */
  readonly windows: Readonly<Record<number, readonly (readonly unknown[])[]>>;
  /** `unavailable`: the list is deleted, inactive or not shared any more. */
  readonly memberships: Readonly<Record<number, boolean | 'unavailable'>>;
  /** By `canonicalJson` of the read. */
  readonly reads?: Readonly<Record<string, DataAnswer>>;
  /** Every quote a requested pair needs. Absent: money converts to its own currency only. */
  readonly rates?: RateTable;
}
