import type { Outcome } from '@tamis/lang';
import type { AggregateRequest } from './aggregate-request.js';
import type { FactRequests, Facts } from './facts.js';

/** A stored record as JSON, including linked entities if rules read them. */
export type StoredRecord = Readonly<Record<string, unknown>>;
export type TransactionRecord = StoredRecord;

/** A source of facts. Each call returns data of a single point in time: one ingestion number, and one version of each list and table. */
export interface FactSource {
  /**
   * Gathers facts. `now` is the logical time of the evaluation. Data that is missing from the result was not available. Rejects if the
   * source itself fails.
   */
  gather(requests: FactRequests, now: number): Promise<Facts>;
}

/** A source that returns all data synchronously. */
export interface SyncFactSource {
  gather(requests: FactRequests, now: number): Facts;
  /** Returns values of aggregates by id, so that their rows need not be fetched. If absent, the source provides rows only. */
  fold?(requests: readonly AggregateRequest[], now: number): ReadonlyMap<number, Outcome>;
}
