import type { Queryable, Transaction } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import type { BatchAction, BatchCounts, BatchError, BatchJob, BatchStatus } from '../domain/batch-job.js';
import type { ClaimedBatch } from './batch-queue.js';

const leaseExpiry = `now() + make_interval(secs => ${limits.batchLeaseSeconds})`;
const isOwned = `organization_id = $1 and id = $2 and attempt = $3 and status = 'running'`;
const ownerParams = ({ organizationId, id, attempt }: ClaimedBatch): unknown[] => [organizationId, id, attempt];

/** How far a batch is. */
export interface BatchProgress {
  readonly nextItem: number;
  readonly counts: BatchCounts;
  readonly errors: readonly BatchError[];
  /** Those that were passed over, as of `itemsOf`. */
  readonly skips: Buffer;
  /** Those that decided on its rows, in order. */
  readonly ruleSetVersions: readonly string[];
}

const progressColumns = `next_item = $4, succeeded = $5, failed = $6, skipped = $7, errors = coalesce($8::json, errors),
  skipped_items = $9, rule_set_versions = $10`;
/** `known`: so many of the errors are stored. Thousands of them are not written again for each part of a batch. */
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

/** How far a batch is said to be next, after what was said before. */
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
 * Says how far it is and that somebody is at it. False: another process took it over, or what was said before is not stored.
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

/** What divides by the rows that were changed fails where there is none. */
const advanceOrFailSql = `with advanced as (${advanceSql} returning 1) select 1 / count(*) as "isAdvanced" from advanced`;

/** As `saveBatchProgress`, with whatever is sent next; instead of false the transaction throws. */
export function enqueueBatchProgress(client: Transaction, batch: ClaimedBatch, advance: BatchAdvance): void {
  const values = advanceValues(batch, advance);
  client.enqueue({ name: 'batch-progress-or-fail', text: advanceOrFailSql, values });
}

/** What was asked of a batch while it is carried out. */
export type BatchControlFlags = Pick<BatchJob, 'isCancelled' | 'isPaused'>;

/** Says that somebody is at it. Null: another process took it over. */
export async function heartbeatBatch(client: Queryable, batch: ClaimedBatch): Promise<BatchControlFlags | null> {
  const { rows } = await client.query<BatchControlFlags>(
    `update batch_jobs set heartbeat_at = now(), lease_expires_at = ${leaseExpiry} where ${isOwned}
     returning is_cancelled as "isCancelled", is_paused as "isPaused"`,
    ownerParams(batch),
  );
  return rows[0] ?? null;
}

/** How a batch ended. */
export interface BatchOutcome {
  readonly status: BatchStatus;
  /** Why it could not be carried out. */
  readonly workerError: string | null;
}

/** Ends it. False: another process took it over. */
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

/** Leaves it to whoever comes next, as if it had not been tried: nothing may be said of it under this attempt afterwards. */
export async function releaseBatch(client: Queryable, batch: ClaimedBatch): Promise<void> {
  await client.query(
    `update batch_jobs set lease_expires_at = now(), attempt = attempt - 1 where ${isOwned}`,
    ownerParams(batch),
  );
}

/** One that nobody is at ends at once; whoever is at another hears of it. */
const controlUpdates: Readonly<Record<BatchAction, string>> = {
  pause: 'is_paused = true',
  resume: 'is_paused = false',
  cancel: `is_cancelled = true, is_paused = false,
    status = case when status = 'queued' or is_paused then 'cancelled' else status end,
    completed_at = case when status = 'queued' or is_paused then now() end`,
};

/** Asks something of a batch. False: it has ended, or there is none. */
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
