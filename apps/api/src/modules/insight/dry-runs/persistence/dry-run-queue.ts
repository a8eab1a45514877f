import { findOrganizations, type Queryable, type Transaction } from '../../../../platform/database/index.js';
import type { DryRun, ReplayResult } from '../domain/dry-run.js';
import type { ReplayPlan } from '../domain/replay-plan.js';
import { ownedDryRun } from './dry-run-owner.js';

/** A dry run, the number of the attempt, and the progress of earlier attempts. */
export interface ClaimedDryRun extends Pick<DryRun, 'organizationId' | 'id' | 'kind' | 'recordsDone' | 'recordsTotal'> {
  readonly attempt: number;
  readonly plan: ReplayPlan;
  readonly startedAt: Date;
}

/** SQL condition: queued, or its process has not sent a heartbeat for `$1` seconds. */
const isDue = `(status = 'queued' or (status = 'running' and heartbeat_at < now() - make_interval(secs => $1)))
  and removed_at is null`;

/** Returns organizations with due dry runs. The transaction of `client` does not belong to an organization. */
export const organizationsWithDueDryRuns = (client: Transaction, leaseSeconds: number): Promise<readonly string[]> =>
  findOrganizations(
    client,
    'dry runs',
    `select organization_id as id from dry_runs where ${isDue} group by organization_id order by min(created_at)`,
    [leaseSeconds],
  );

/** Claims the oldest due dry run; `null` if there is none. */
export async function claimDryRun(
  client: Queryable,
  organizationId: string,
  leaseSeconds: number,
): Promise<ClaimedDryRun | null> {
  const { rows } = await client.query<Omit<ClaimedDryRun, 'plan'> & { readonly plan: string }>(
    `update dry_runs set status = 'running', attempt = attempt + 1, heartbeat_at = now(),
       started_at = coalesce(started_at, now())
     where organization_id = $2 and id = (
       select id from dry_runs where ${isDue} and organization_id = $2 order by created_at, id limit 1 for update skip locked)
     returning organization_id as "organizationId", id, kind, attempt, plan, started_at as "startedAt",
       records_done::float8 as "recordsDone", records_total::float8 as "recordsTotal"`,
    [leaseSeconds, organizationId],
  );
  const [row] = rows;
  return row ? { ...row, plan: JSON.parse(row.plan) as ReplayPlan } : null;
}

const ownerParams = ({ organizationId, id, attempt }: ClaimedDryRun): unknown[] => [organizationId, id, attempt];

/** Stores a heartbeat and the progress. Returns `false` if the dry run was canceled or another process took it over. */
export async function heartbeatDryRun(
  client: Queryable,
  run: ClaimedDryRun,
  { recordsDone, recordsTotal }: Pick<DryRun, 'recordsDone' | 'recordsTotal'>,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update dry_runs set heartbeat_at = now(), records_done = $4, records_total = $5 where ${ownedDryRun}`,
    [...ownerParams(run), recordsDone, recordsTotal],
  );
  return rowCount === 1;
}

/** Stores the result. Returns `false` if the dry run was canceled or another process took it over. */
export async function completeDryRun(
  client: Queryable,
  run: ClaimedDryRun,
  result: ReplayResult,
  records: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update dry_runs set status = 'completed', finished_at = now(), result = $4, records_done = $5, records_total = $5,
       checkpoint = null
     where ${ownedDryRun}`,
    [...ownerParams(run), JSON.stringify(result), records],
  );
  return rowCount === 1;
}

export async function failDryRun(
  client: Queryable,
  run: ClaimedDryRun,
  error: { readonly code: string; readonly message: string },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update dry_runs set status = 'failed', finished_at = now(), error = $4, checkpoint = null where ${ownedDryRun}`,
    [...ownerParams(run), error],
  );
  return rowCount === 1;
}

/** Releases a dry run for the next process. */
export async function releaseDryRun(client: Queryable, run: ClaimedDryRun): Promise<void> {
  await client.query(
    `update dry_runs set status = 'queued', heartbeat_at = null where ${ownedDryRun}`,
    ownerParams(run),
  );
}
