import type { Requester } from '../../../../platform/auth/index.js';
import type { Queryable, Transaction } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import {
  type BatchCounts,
  type BatchError,
  type BatchKind,
  type BatchOptions,
  type BatchQueue,
  exclusiveBatchKinds,
} from '../domain/batch-job.js';

/** A batch that is to be executed. */
export interface NewBatch<Options extends BatchOptions = BatchOptions> {
  readonly organizationId: string;
  readonly id: string;
  readonly kind: BatchKind;
  readonly options: Options;
  readonly askedBy: Requester;
  readonly totalItems: number;
}

/** A batch that this process executes, with the number of the attempt. */
export interface ClaimedBatch<Options extends BatchOptions = BatchOptions> extends NewBatch<Options> {
  readonly attempt: number;
  readonly nextItem: number;
  readonly counts: BatchCounts;
  readonly errors: readonly BatchError[];
  readonly skips: Buffer;
  readonly ruleSetVersions: readonly string[];
  readonly isCancelled: boolean;
}

/** Stores a queued batch. The index `batch_jobs_live` rejects a second batch of the same kind in the organization. */
export async function insertBatch(client: Queryable, batch: NewBatch): Promise<void> {
  const { organizationId, id, kind, options, askedBy, totalItems } = batch;
  await client.query(
    `insert into batch_jobs (organization_id, id, kind, status, total_items, options, asked_by, skipped_items, created_at)
     values ($1, $2, $3, 'queued', $4, $5, $6, '', now())`,
    [organizationId, id, kind, totalItems, JSON.stringify(options), JSON.stringify(askedBy)],
  );
}

/** Returns the id of the batch of a kind in an organization that has not ended; `null` if there is none. */
export async function findActiveBatch(
  client: Queryable,
  organizationId: string,
  kind: BatchKind,
): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    `select id from batch_jobs where organization_id = $1 and kind = $2 and status in ('queued', 'running')`,
    [organizationId, kind],
  );
  return rows[0]?.id ?? null;
}

/** No process is working on it, and it is not paused. */
const isDue = `(j.status = 'queued' or (j.status = 'running' and j.lease_expires_at <= now())) and not j.is_paused`;

/** Number of batches of the same kind as `j` that processes are working on, in all organizations. */
const runningCount = `(select count(*)::int from batch_jobs r where r.kind = j.kind and r.status = 'running'
  and r.lease_expires_at > now())`;

const exclusiveKindsSql = exclusiveBatchKinds.map((kind) => `'${kind}'`).join(', ');

/** Returns an SQL condition: whether a queued batch cannot start before another batch of its organization, paused or not, has ended. */
export const waitsForOrgJobSql = (job: string): string =>
  `(${job}.status = 'queued' and ${job}.kind in (${exclusiveKindsSql}) and exists (select from batch_jobs o
    where o.organization_id = ${job}.organization_id and o.kind in (${exclusiveKindsSql}) and o.kind <> ${job}.kind and o.status = 'running'))`;

/**
 * Number of batches of the same kind that are ahead of `j`, in all organizations. A batch that was started does not wait behind others, and
 * no batch waits behind one that cannot start.
 */
const queuedAheadCount = `(select count(*)::int from batch_jobs w where w.kind = j.kind and j.status = 'queued' and w.status = 'queued'
  and not w.is_paused and not ${waitsForOrgJobSql('w')} and (w.created_at, w.id) < (j.created_at, j.id))`;

/** Organization and kind of a batch. They identify it, since an organization has only one unfinished batch of each kind. */
export interface DueBatch {
  readonly organizationId: string;
  readonly kind: BatchKind;
}

/** Returns the due batches of these kinds, oldest first. The transaction of `client` does not belong to an organization. */
export async function findDueBatches(client: Transaction, kinds: readonly BatchKind[]): Promise<readonly DueBatch[]> {
  await client.allowLookup('batch jobs');
  const { rows } = await client.query<DueBatch>(
    `select organization_id as "organizationId", kind from batch_jobs j where kind = any($1) and ${isDue} order by created_at, id`,
    [kinds],
  );
  return rows;
}

interface ClaimedBatchRow extends BatchCounts {
  readonly id: string;
  readonly attempt: number;
  readonly totalItems: number;
  readonly nextItem: number;
  readonly errors: string;
  readonly options: string;
  readonly askedBy: string;
  readonly skips: Buffer;
  readonly ruleSetVersions: readonly string[];
  readonly isCancelled: boolean;
}

/** Lets only one process at a time check for free slots, until the transaction ends. */
async function lockSlots(client: Transaction): Promise<void> {
  await client.allowLookup('batch jobs');
  await client.query(`select pg_advisory_xact_lock(hashtextextended('batch slots', 0))`);
}

const claimUpdate = `update batch_jobs t set status = 'running', attempt = attempt + 1, heartbeat_at = now(),
  lease_expires_at = now() + make_interval(secs => ${limits.batchLeaseSeconds})`;
const hasFreeSlot = `${runningCount} + ${queuedAheadCount} < ${limits.batchSlots} and not ${waitsForOrgJobSql('j')}`;

/** Starts a batch that was just stored and returns `null`. If it has to wait, returns what it waits for. */
export async function startOrQueueBatch(
  client: Transaction,
  { organizationId, id }: NewBatch,
): Promise<BatchQueue | null> {
  await lockSlots(client);
  const { rowCount } = await client.query(
    `${claimUpdate} where t.organization_id = $1 and t.id = (
       select id from batch_jobs j where organization_id = $1 and id = $2 and ${hasFreeSlot})`,
    [organizationId, id],
  );
  if (rowCount === 1) return null;
  const { rows } = await client.query<BatchQueue>(
    `select ${runningCount} as running, ${queuedAheadCount} as "waitingAhead", ${waitsForOrgJobSql('j')} as "waitsForOrgJob"
     from batch_jobs j where organization_id = $1 and id = $2`,
    [organizationId, id],
  );
  return rows[0]!;
}

/** Returns the id of another queued batch of the organization, of any kind; `null` if there is none. */
export async function findQueuedBatch(client: Queryable, { organizationId, id }: NewBatch): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    `select id from batch_jobs where organization_id = $1 and status = 'queued' and id <> $2`,
    [organizationId, id],
  );
  return rows[0]?.id ?? null;
}

/** Claims a due batch if there is a free slot. Returns `null` otherwise. */
export async function claimBatch(
  client: Transaction,
  { organizationId, kind }: DueBatch,
): Promise<ClaimedBatch | null> {
  await lockSlots(client);
  const { rows } = await client.query<ClaimedBatchRow>(
    `${claimUpdate} where t.organization_id = $1 and t.id = (
       select id from batch_jobs j where organization_id = $1 and kind = $2 and ${isDue} and ${hasFreeSlot} limit 1)
     returning id, attempt, total_items as "totalItems", next_item as "nextItem", succeeded, failed, skipped, errors, options,
       asked_by as "askedBy", coalesce(skipped_items, '') as skips, rule_set_versions as "ruleSetVersions", is_cancelled as "isCancelled"`,
    [organizationId, kind],
  );
  const [row] = rows;
  if (!row) return null;
  const { succeeded, failed, skipped, ...taken } = row;
  return {
    ...taken,
    organizationId,
    kind,
    counts: { succeeded, failed, skipped },
    errors: JSON.parse(row.errors) as BatchError[],
    options: JSON.parse(row.options) as BatchOptions,
    askedBy: JSON.parse(row.askedBy) as Requester,
  };
}

/** Ends the organization's batches whose processes died in each of the allowed attempts. Returns their ids. */
export async function interruptFailedBatches(client: Queryable, organizationId: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `update batch_jobs set status = 'interrupted', completed_at = now()
     where organization_id = $1 and status = 'running' and lease_expires_at <= now() and not is_paused and attempt >= $2
     returning id`,
    [organizationId, limits.batchAttempts],
  );
  return rows.map(({ id }) => id);
}
