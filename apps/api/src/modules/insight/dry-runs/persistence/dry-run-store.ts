import { type Queryable, SqlConditions, type Transaction } from '../../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import type { DryRun, DryRunKind, DryRunStatus } from '../domain/dry-run.js';
import type { ReplayPlan } from '../domain/replay-plan.js';

/** JSON columns of type `json` arrive as text. */
type DryRunRow = Omit<DryRun, 'request' | 'result'> & { readonly request: string; readonly result: string | null };

const shortColumns = `organization_id as "organizationId", id, kind, name, status, request, candidate, baseline,
  records_done::float8 as "recordsDone", records_total::float8 as "recordsTotal", error, evidence_of as "evidenceOf",
  created_by as "createdBy", created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt"`;
const columns = `${shortColumns}, result`;

const toDryRun = ({ request, result, ...row }: DryRunRow): DryRun => ({
  ...row,
  request: JSON.parse(request) as object,
  result: result === null ? null : (JSON.parse(result) as DryRun['result']),
});

/**
 * Lets only one transaction at a time start a dry run in an organization, so that the limit is respected. Held until the transaction ends.
 */
export async function lockDryRunStart(client: Transaction, organizationId: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 2))', [`dry-runs ${organizationId}`]);
}

export async function countUnfinished(client: Queryable, organizationId: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from dry_runs
     where organization_id = $1 and status in ('queued', 'running') and removed_at is null`,
    [organizationId],
  );
  return rows[0]!.count;
}

/** Stores a queued dry run, and notifies all processes when the transaction is committed. */
export async function insertDryRun(
  client: Transaction,
  run: DryRun,
  { plan, expiresAt }: { readonly plan: ReplayPlan; readonly expiresAt: Date },
): Promise<void> {
  const ruleIds = Object.values(run.candidate.ruleIds);
  await client.query(
    `insert into dry_runs (organization_id, id, kind, name, status, request, plan, candidate, baseline, rule_ids, created_by,
       created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      run.organizationId,
      run.id,
      run.kind,
      run.name,
      run.status,
      JSON.stringify(run.request),
      JSON.stringify(plan),
      run.candidate,
      run.baseline,
      ruleIds,
      run.createdBy,
      run.createdAt,
      expiresAt,
    ],
  );
  await client.query(`select pg_notify('tamis_dry_runs', $1)`, [run.organizationId]);
}

/** Returns `null` if there is none of this kind. */
export async function findDryRun(
  client: Queryable,
  organizationId: string,
  kind: DryRunKind,
  id: string,
): Promise<DryRun | null> {
  const { rows } = await client.query<DryRunRow>(
    `select ${columns} from dry_runs where organization_id = $1 and kind = $2 and id = $3 and removed_at is null`,
    [organizationId, kind, id],
  );
  return rows[0] ? toDryRun(rows[0]) : null;
}

/** Like `findDryRun`, locked until the transaction ends. */
export async function lockDryRun(
  client: Transaction,
  organizationId: string,
  kind: DryRunKind,
  id: string,
): Promise<DryRun | null> {
  const { rows } = await client.query<DryRunRow>(
    `select ${columns} from dry_runs where organization_id = $1 and kind = $2 and id = $3 and removed_at is null for update`,
    [organizationId, kind, id],
  );
  return rows[0] ? toDryRun(rows[0]) : null;
}

/**
 * Returns the newest completed dry run whose candidate contains a rule with this content; `null` if there is none. A null `dryRunId`
 * permits any.
 */
export async function findDryRunByContent(
  client: Queryable,
  organizationId: string,
  asked: { readonly key: string; readonly contentHash: string; readonly dryRunId: string | null },
): Promise<DryRun | null> {
  const { rows } = await client.query<DryRunRow>(
    `select ${columns} from dry_runs
     where organization_id = $1 and kind = 'dry_run' and status = 'completed' and removed_at is null
       and candidate -> 'contentHashes' ->> $2 = $3 and id = coalesce($4, id)
     order by created_at desc limit 1`,
    [organizationId, asked.key, asked.contentHash, asked.dryRunId],
  );
  return rows[0] ? toDryRun(rows[0]) : null;
}

/** Returns the plan of a dry run; `null` if there is none. */
export async function findPlan(client: Queryable, organizationId: string, id: string): Promise<ReplayPlan | null> {
  const { rows } = await client.query<{ plan: string }>(
    'select plan from dry_runs where organization_id = $1 and id = $2',
    [organizationId, id],
  );
  return rows[0] ? (JSON.parse(rows[0].plan) as ReplayPlan) : null;
}

export interface DryRunFilter extends PageQuery {
  readonly status?: DryRunStatus;
  /** Rule of the candidate. */
  readonly ruleId?: string;
  readonly createdBy?: string;
}

/** Returns dry runs, newest first, without results. */
export async function listDryRuns(
  client: Queryable,
  organizationId: string,
  kind: DryRunKind,
  query: DryRunFilter,
): Promise<Page<DryRun>> {
  const { rows, pagination } = await selectPage<DryRunRow>(client, {
    list: `${kind}s`,
    columns: `${shortColumns}, null as result`,
    from: 'dry_runs',
    conditions: new SqlConditions(organizationId)
      .add('kind = ?', kind)
      .addRaw('removed_at is null')
      .add('status = ?', query.status)
      .add('?::uuid = any(rule_ids)', query.ruleId)
      .add('created_by = ?', query.createdBy),
    query,
    sortBy: { column: 'created_at', type: 'timestamptz' },
    descending: true,
  });
  return { rows: rows.map(toDryRun), pagination };
}

/** Cancels an unfinished dry run. */
export async function cancelDryRun(client: Queryable, { organizationId, id }: DryRun, now: Date): Promise<void> {
  await client.query(
    `update dry_runs set status = 'cancelled', finished_at = $3, checkpoint = null where organization_id = $1 and id = $2`,
    [organizationId, id, now],
  );
}

/** Hides a dry run. Its data is deleted later. */
export async function removeDryRun(client: Queryable, { organizationId, id }: DryRun, now: Date): Promise<void> {
  await client.query('update dry_runs set removed_at = $3 where organization_id = $1 and id = $2', [
    organizationId,
    id,
    now,
  ]);
}
