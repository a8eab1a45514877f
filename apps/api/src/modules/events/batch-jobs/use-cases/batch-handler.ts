import { DiscoveryService } from '@nestjs/core';
import type { Result } from '@tamis/stdx';

import type { BatchKind, BatchOptions } from '../domain/batch-job.js';
import type { NewBatch } from '../persistence/batch-queue.js';
import type { BatchRecordTable } from '../../../decisions/evaluations/index.js';

/** A submitted row of a batch. */
export interface BatchRowInput {
  readonly sent: unknown;
  /** The row as JSON text. */
  readonly raw: string;
}

/** Marks a provider as the `BatchHandler` for batches of its kind. */
export const HandlesBatches = DiscoveryService.createDecorator();

/**
 * How a kind of batch processes its rows. `BatchJobs` executes the batches and finds the handler by `HandlesBatches`. Each row becomes a
 * request, as if it had been sent by itself, and the request is then stored.
 */
export interface BatchHandler<Options extends BatchOptions = BatchOptions, Request = unknown, Stored = unknown> {
  readonly kind: BatchKind;
  /** Table of the stored records, if a batch ends only after their asynchronous evaluations; otherwise `null`. */
  readonly records: BatchRecordTable | null;

  /** Converts a row to a request. Throws 400 if the row cannot be stored. */
  toRequest(batch: NewBatch<Options>, row: BatchRowInput): Request;

  /**
   * Looks up what is needed about rows, in order, before the transaction that stores them begins. No transaction is open meanwhile, so slow
   * providers may be called. Never rejects. Not called if all rows are stored or none, since that is a single transaction.
   */
  prepare?(batch: NewBatch<Options>, requests: readonly Request[]): Promise<readonly Result<Request, unknown>[]>;

  /**
   * Stores the requests and returns the result of each, in order. A failure is the error the request would have received by itself. Never
   * rejects. Joins the transaction that also saves the progress of the batch.
   */
  store(batch: NewBatch<Options>, requests: readonly Request[]): Promise<readonly Result<Stored, unknown>[]>;

  /** Returns the version of the rule set that evaluated a stored row; `null` if no rules were evaluated before the response. */
  ruleSetVersionOf(stored: Stored): string | null;

  /**
   * Whether rows are first stored together, so that a failing row undoes the others, and only then one by one. Used only if there is
   * nothing to `prepare` and most rows can be stored. Default: `false`.
   */
  readonly isStoredTogether?: boolean;

  /** Whether a row that cannot be stored for this reason is skipped rather than counted as a failure. */
  isSkipped(options: Options, thrown: unknown): boolean;
}
