import type { Queryable, Transaction } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import type { BatchAction, BatchCounts, BatchError, BatchJob, BatchStatus } from '../domain/batch-job.js';
import type { ClaimedBatch } from './batch-queue.js';

const leaseExpiry = `now() + make_interval(secs => ${limits.batchLeaseSeconds})`;
const isOwned = `organization_id = $1 and id = $2 and attempt = $3 and status = 'running'`;
const ownerParams = ({ organizationId, id, attempt }: ClaimedBatch): unknown[] => [organizationId, id, attempt];

/** Progress of a batch. */
export interface BatchProgress {
  readonly nextItem: number;
  readonly counts: BatchCounts;
  readonly errors: readonly BatchError[];
  /** Bitmap of the skipped rows, see `bitmapIndexes`. */
  readonly skips: Buffer;
  /** Versions of the rule sets that evaluated its rows, in order. */
  readonly ruleSetVersions: readonly string[];
}

const progressColumns = `next_item = $4, succeeded = $5, failed = $6, skipped = $7, errors = coalesce($8::json, errors),
  skipped_items = $9, rule_set_versions = $10`;
/**
 * Returns the parameters for `progressColumns`. `known` is the number of errors already stored: thousands of them are not rewritten for
 * each part.
 */
const progressValues = (
  { nextItem, counts, errors, skips, ruleSetVersions }: BatchProgress,
  known: number,
): unknown[] => [
  nextItem,
  counts.succeeded,
  counts.failed,
  counts.skipped,
  errors.length === known ? null : JSON.stringify(errors),
  skips,
  ruleSetVersions,
];

/** The next progress of a batch, and the progress saved before it. */
export interface BatchAdvance {
  readonly before: BatchProgress;
  readonly progress: BatchProgress;
}

const advanceSql = `update batch_jobs set ${progressColumns}, heartbeat_at = now(), lease_expires_at = ${leaseExpiry}
  where ${isOwned} and next_item = $11`;
const advanceValues = (batch: ClaimedBatch, { before, progress }: BatchAdvance): unknown[] => [
  ...ownerParams(batch),
  ...progressValues(progress, before.errors.length),
  before.nextItem,
];

/**
 * Saves the progress and renews the lease. Returns `false` if another process took over the batch, or the stored progress is not `before`.
 */
export async function saveBatchProgress(
  client: Queryable,
  batch: ClaimedBatch,
  advance: BatchAdvance,
): Promise<boolean> {
  const values = advanceValues(batch, advance);
  const { rowCount } = await client.query({ name: 'batch-progress', text: advanceSql, values });
  return rowCount === 1;
}

/** If no row was updated, the division by zero makes the statement fail. */
const advanceOrFailSql = `with advanced as (${advanceSql} returning 1) select 1 / count(*) as "isAdvanced" from advanced`;

/** Like `saveBatchProgress`, but sent with the next statement. The transaction throws instead of returning `false`. */
export function enqueueBatchProgress(client: Transaction, batch: ClaimedBatch, advance: BatchAdvance): void {
  const values = advanceValues(batch, advance);
  client.enqueue({ name: 'batch-progress-or-fail', text: advanceOrFailSql, values });
}

/** Requests made of a batch while it is being executed. */
export type BatchControlFlags = Pick<BatchJob, 'isCancelled' | 'isPaused'>;

/** Renews the lease. Returns `null` if another process took over the batch. */
export async function heartbeatBatch(client: Queryable, batch: ClaimedBatch): Promise<BatchControlFlags | null> {
  const { rows } = await client.query<BatchControlFlags>(
    `update batch_jobs set heartbeat_at = now(), lease_expires_at = ${leaseExpiry} where ${isOwned}
     returning is_cancelled as "isCancelled", is_paused as "isPaused"`,
    ownerParams(batch),
  );
  return rows[0] ?? null;
}

/** Final state of a batch. */
export interface BatchOutcome {
  readonly status: BatchStatus;
  /** Why the batch could not be executed. */
  readonly workerError: string | null;
}

/** Ends the batch. Returns `false` if another process took it over. */
export async function finishBatch(
  client: Queryable,
  batch: ClaimedBatch,
  progress: BatchProgress,
  { status, workerError }: BatchOutcome,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update batch_jobs set ${progressColumns}, status = $11, worker_error = $12, completed_at = now() where ${isOwned}`,
    [...ownerParams(batch), ...progressValues(progress, 0), status, workerError],
  );
  return rowCount === 1;
}

/** Releases the batch for the next process, without counting the attempt. Nothing may be saved under this attempt afterwards. */
export async function releaseBatch(client: Queryable, batch: ClaimedBatch): Promise<void> {
  await client.query(
    `update batch_jobs set lease_expires_at = now(), attempt = attempt - 1 where ${isOwned}`,
    ownerParams(batch),
  );
}

/** A batch that no process is working on is cancelled at once. Otherwise its process notices the flag. */
const controlUpdates: Readonly<Record<BatchAction, string>> = {
  pause: 'is_paused = true',
  resume: 'is_paused = false',
  cancel: `is_cancelled = true, is_paused = false,
    status = case when status = 'queued' or is_paused then 'cancelled' else status end,
    completed_at = case when status = 'queued' or is_paused then now() end`,
};

/** Applies an action to a batch. Returns `false` if it has ended or does not exist. */
export async function controlBatch(
  client: Queryable,
  organizationId: string,
  id: string,
  action: BatchAction,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update batch_jobs set ${controlUpdates[action]} where organization_id = $1 and id = $2 and status in ('queued', 'running')`,
    [organizationId, id],
  );
  return rowCount === 1;
}
