import type { Outcome } from '@tamis/lang';
import type { AggregateRequest } from './aggregate-request.js';
import type { FactRequests, Facts } from './facts.js';

/** A stored record as JSON, linked entities included where rules read them. */
export type StoredRecord = Readonly<Record<string, unknown>>;
export type TransactionRecord = StoredRecord;

/** Where facts come from. One call answers at one point in time: one ingestion number, one version of each list and table. */
export interface FactSource {
  /** `now`: logical time of the run. What is left out of the answer was not to be had. Rejects when the source itself fails. */
  gather(requests: FactRequests, now: number): Promise<Facts>;
}

/** A source that has everything at hand. */
export interface SyncFactSource {
  gather(requests: FactRequests, now: number): Facts;
  /** Values of aggregates by their id, so that their rows need not be fetched. Absent: the source has rows only. */
  fold?(requests: readonly AggregateRequest[], now: number): ReadonlyMap<number, Outcome>;
}
