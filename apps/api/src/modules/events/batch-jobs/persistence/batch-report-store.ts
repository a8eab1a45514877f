import { type Queryable, SqlConditions } from '../../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import type { BatchError, BatchJob, BatchKind, BatchOptions, BatchReport, BatchStatus } from '../domain/batch-job.js';
import { waitsForOrgJobSql } from './batch-queue.js';

const columns = `id, organization_id as "organizationId", kind, status, total_items as "totalItems", succeeded, failed, skipped,
  options, rule_set_versions as "ruleSetVersions", is_cancelled as "isCancelled", is_paused as "isPaused", ${waitsForOrgJobSql('batch_jobs')} as "waitsForOrgJob", heartbeat_at as "heartbeatAt",
  case when status = 'running' then lease_expires_at end as "leaseExpiresAt", worker_error as "workerError",
  created_at as "createdAt", completed_at as "completedAt"`;

type JobRow = Omit<BatchJob, 'options'> & { readonly options: string };

const toBatchJob = (row: JobRow): BatchJob => ({ ...row, options: JSON.parse(row.options) as BatchOptions });

/** Returns `null` if the organization has no such job. */
export async function findBatch(client: Queryable, organizationId: string, id: string): Promise<BatchJob | null> {
  const { rows } = await client.query<JobRow>(
    `select ${columns} from batch_jobs where organization_id = $1 and id = $2`,
    [organizationId, id],
  );
  return rows[0] ? toBatchJob(rows[0]) : null;
}

/** Returns a job with the rows that were not stored. */
export async function findBatchReport(
  client: Queryable,
  organizationId: string,
  id: string,
): Promise<BatchReport | null> {
  const { rows } = await client.query<JobRow & { readonly errors: string }>(
    `select ${columns}, errors from batch_jobs where organization_id = $1 and id = $2`,
    [organizationId, id],
  );
  return rows[0] ? { ...toBatchJob(rows[0]), errors: JSON.parse(rows[0].errors) as BatchError[] } : null;
}

/** Returns jobs, newest first. */
export async function findBatches(
  client: Queryable,
  organizationId: string,
  query: PageQuery & { readonly kind?: string; readonly status?: BatchStatus },
): Promise<Page<BatchJob>> {
  const conditions = new SqlConditions(organizationId);
  if (query.kind !== undefined) conditions.add('kind = ?', query.kind);
  if (query.status !== undefined) conditions.add('status = ?', query.status);
  const { rows, pagination } = await selectPage<JobRow>(client, {
    ...{ list: 'batch-jobs', columns, from: 'batch_jobs', conditions, query },
    sortBy: { column: 'created_at', type: 'timestamptz' },
    descending: true,
  });
  return { rows: rows.map(toBatchJob), pagination };
}

/** The parts of a submitted batch that are still kept. */
export interface KeptBatch {
  readonly kind: BatchKind;
  readonly options: BatchOptions;
  readonly totalItems: number;
  /** Bitmap of its skipped rows, see `bitmapIndexes`; `null` if neither the bitmap nor the rows are kept. */
  readonly skips: Buffer | null;
}

/** Returns `null` if the organization has no such job. */
export async function findKeptBatch(client: Queryable, organizationId: string, id: string): Promise<KeptBatch | null> {
  const { rows } = await client.query<Omit<KeptBatch, 'options'> & { readonly options: string }>(
    'select kind, options, total_items as "totalItems", skipped_items as skips from batch_jobs where organization_id = $1 and id = $2',
    [organizationId, id],
  );
  return rows[0] ? { ...rows[0], options: JSON.parse(rows[0].options) as BatchOptions } : null;
}
