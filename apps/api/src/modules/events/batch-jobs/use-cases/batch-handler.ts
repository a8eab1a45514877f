import { DiscoveryService } from '@nestjs/core';
import type { Result } from '@tamis/stdx';

import type { BatchKind, BatchOptions } from '../domain/batch-job.js';
import type { NewBatch } from '../persistence/batch-queue.js';
import type { BatchRecordTable } from '../../../decisions/evaluations/index.js';

/** A row of a batch as it was sent. */
export interface BatchRowInput {
  readonly sent: unknown;
  /** As text. */
  readonly raw: string;
}

/** On a provider that is a `BatchHandler`: batches of its kind are carried out by it. */
export const HandlesBatches = DiscoveryService.createDecorator();

/**
 * What a kind of batches does with its rows: `BatchJobs` carries them out, and knows it by `HandlesBatches`. A row becomes a request, as if it
 * had come alone, and of that something is stored.
 */
export interface BatchHandler<Options extends BatchOptions = BatchOptions, Request = unknown, Stored = unknown> {
  readonly kind: BatchKind;
  /** Where its rows are stored, if a batch ends no sooner than the rules after the answer have run for them; null: it does. */
  readonly records: BatchRecordTable | null;

  /** What a row asks for. Throws the 400 of one that asks for nothing that could be stored. */
  toRequest(batch: NewBatch<Options>, row: BatchRowInput): Request;

  /**
   * What is to be found out about rows before the transaction begins that stores them, in order: none is open meanwhile, so that others may
   * be asked who take their time. Never rejects. Where all rows are stored or none, that is one transaction, and this is not called.
   */
  prepare?(batch: NewBatch<Options>, requests: readonly Request[]): Promise<readonly Result<Request, unknown>[]>;

  /**
   * What becomes of each, in order; a failure is the answer that it would have had alone. Never rejects. It joins the transaction that
   * also says how far the batch is.
   */
  store(batch: NewBatch<Options>, requests: readonly Request[]): Promise<readonly Result<Stored, unknown>[]>;

  /** Which rule set decided on what was stored of a row; null: no rules ran on it before the answer. */
  ruleSetVersionOf(stored: Stored): string | null;

  /**
   * Whether rows are stored together first, so that one that cannot be stored undoes the others, and only then each by itself. Only where
   * there is nothing to `prepare`, and most rows can be stored. Absent: no.
   */
  readonly isStoredTogether?: boolean;

  /** Whether a row that cannot be stored for this reason is passed over, and is no failure. */
  isSkipped(options: Options, thrown: unknown): boolean;
}
