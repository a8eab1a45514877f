import { allowLookup, type Queryable, type TransactionClient } from '../../../platform/database/index.js';
import { limits } from '../../../platform/limits.js';
import type { BatchCounts, BatchError, BatchJob, BatchOptions } from '../domain/transaction-batch.js';
import type { Asking } from '../use-cases/create-together.js';

/** A batch that this process carries out, and which attempt at it that is. */
export interface TakenBatch {
  readonly organizationId: string;
  readonly id: string;
  readonly attempt: number;
  readonly nextItem: number;
  readonly counts: BatchCounts;
  readonly errors: readonly BatchError[];
  readonly options: BatchOptions;
  readonly askedBy: Asking;
  /** JSON text of the array of payments. */
  readonly payload: string;
}

const lease = `now() + make_interval(secs => ${limits.batchLeaseSeconds})`;

/** Stores a batch that this process begins at once. The index `batch_jobs_live` refuses a second one. */
export async function insertBatch(
  client: Queryable,
  { organizationId, id, options, askedBy, payload }: TakenBatch,
  totalItems: number,
): Promise<void> {
  await client.query(
    `insert into batch_jobs (organization_id, id, kind, status, total_items, options, asked_by, payload, heartbeat_at,
       lease_expires_at, created_at)
     values ($1, $2, 'transaction_batch', 'running', $3, $4, $5, $6, now(), ${lease}, now())`,
    [organizationId, id, totalItems, JSON.stringify(options), JSON.stringify(askedBy), payload],
  );
}

/** The id of the batch that is under way; null: there is none. */
export async function liveBatch(client: Queryable, organizationId: string): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    `select id from batch_jobs where organization_id = $1 and kind = 'transaction_batch' and status = 'running'`,
    [organizationId],
  );
  return rows[0]?.id ?? null;
}

/** Organizations with batches whose process was not heard of. The transaction of `client` is of none. */
export async function organizationsWithBatches(client: TransactionClient): Promise<readonly string[]> {
  await allowLookup(client, 'batch jobs');
  const { rows } = await client.query<{ id: string }>(
    `select organization_id as id from batch_jobs where status = 'running' and lease_expires_at < now()`,
  );
  return rows.map(({ id }) => id);
}

interface TakenRow extends BatchCounts {
  readonly id: string;
  readonly attempt: number;
  readonly nextItem: number;
  readonly errors: string;
  readonly options: string;
  readonly askedBy: string;
  readonly payload: string;
}

/** Takes over a batch whose process was not heard of; null: there is none. */
export async function takeBatch(client: Queryable, organizationId: string): Promise<TakenBatch | null> {
  const { rows } = await client.query<TakenRow>(
    `update batch_jobs set attempt = attempt + 1, heartbeat_at = now(), lease_expires_at = ${lease}
     where organization_id = $1 and id = (
       select id from batch_jobs where organization_id = $1 and status = 'running' and lease_expires_at < now()
       order by created_at limit 1 for update skip locked)
     returning id, attempt, next_item as "nextItem", succeeded, failed, skipped, errors, options, asked_by as "askedBy", payload`,
    [organizationId],
  );
  const [row] = rows;
  if (!row) return null;
  const { id, attempt, nextItem, payload, succeeded, failed, skipped } = row;
  return {
    organizationId,
    id,
    attempt,
    nextItem,
    payload,
    counts: { succeeded, failed, skipped },
    errors: JSON.parse(row.errors) as BatchError[],
    options: JSON.parse(row.options) as BatchOptions,
    askedBy: JSON.parse(row.askedBy) as Asking,
  };
}

const isOurs = `organization_id = $1 and id = $2 and attempt = $3 and status = 'running'`;
const owner = ({ organizationId, id, attempt }: TakenBatch): unknown[] => [organizationId, id, attempt];

/** How far a batch is. */
export interface BatchProgress {
  readonly nextItem: number;
  readonly counts: BatchCounts;
  readonly errors: readonly BatchError[];
}

const counted = 'next_item = $4, succeeded = $5, failed = $6, skipped = $7, errors = $8';
const progressValues = ({ nextItem, counts, errors }: BatchProgress): unknown[] => [
  nextItem,
  counts.succeeded,
  counts.failed,
  counts.skipped,
  JSON.stringify(errors),
];

/** Says how far it is and that somebody is at it. False: another process took it over. */
export async function keepBatch(client: Queryable, batch: TakenBatch, progress: BatchProgress): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'batch-progress',
    text: `update batch_jobs set ${counted}, heartbeat_at = now(), lease_expires_at = ${lease} where ${isOurs}`,
    values: [...owner(batch), ...progressValues(progress)],
  });
  return rowCount === 1;
}

/** Says that somebody is at it. */
export async function beatBatch(client: Queryable, batch: TakenBatch): Promise<void> {
  await client.query(
    `update batch_jobs set heartbeat_at = now(), lease_expires_at = ${lease} where ${isOurs}`,
    owner(batch),
  );
}

/** Ends it; what was sent is not kept. A text: why it could not be carried out. False: another process took it over. */
export async function endBatch(
  client: Queryable,
  batch: TakenBatch,
  progress: BatchProgress,
  workerError: string | null,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update batch_jobs set ${counted}, status = $9, worker_error = $10, payload = null, completed_at = now() where ${isOurs}`,
    [...owner(batch), ...progressValues(progress), workerError === null ? 'completed' : 'failed', workerError],
  );
  return rowCount === 1;
}

/** Leaves it to whoever comes next. */
export async function leaveBatch(client: Queryable, batch: TakenBatch): Promise<void> {
  await client.query(`update batch_jobs set lease_expires_at = now() where ${isOurs}`, owner(batch));
}

type JobRow = Omit<BatchJob, 'errors' | 'options'> & { readonly errors: string; readonly options: string };

/** Null: the organization has no such job. */
export async function findBatch(client: Queryable, organizationId: string, id: string): Promise<BatchJob | null> {
  const { rows } = await client.query<JobRow>(
    `select id, organization_id as "organizationId", kind, status, total_items as "totalItems", succeeded, failed, skipped, errors,
       options, heartbeat_at as "heartbeatAt", case when status = 'running' then lease_expires_at end as "leaseExpiresAt",
       worker_error as "workerError", created_at as "createdAt", completed_at as "completedAt"
     from batch_jobs where organization_id = $1 and id = $2`,
    [organizationId, id],
  );
  const [row] = rows;
  if (!row) return null;
  return { ...row, errors: JSON.parse(row.errors) as BatchError[], options: JSON.parse(row.options) as BatchOptions };
}
