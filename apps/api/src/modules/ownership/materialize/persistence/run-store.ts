import { findOrganizations, type Queryable, type Transaction } from '../../../../platform/database/index.js';
import type { MaterializeRun, RunOptions, RunOutcome, RunProblem } from '../domain/materialize-run.js';

export interface NewRun extends Pick<MaterializeRun, 'id' | 'rootEntityId' | 'options' | 'askedBy' | 'paidCents'> {
  /** Milliseconds for which the storing process works on it; with 0, any process may take it. */
  readonly leaseMs: number;
}

/** Stores a run. Returns `false` if another one of the entity is in progress. */
export async function insertRun(client: Transaction, organizationId: string, run: NewRun): Promise<boolean> {
  const { id, rootEntityId, options, paidCents, leaseMs } = run;
  const { actor, from } = run.askedBy;
  const { rowCount } = await client.query({
    name: 'materialize-run-insert',
    text: `insert into materialize_runs (organization_id, id, root_entity_id, options, asked_by, paid_cents, lease_number, leased_until)
      values ($1, $2, $3, $4, $5, $6, case when $7::int > 0 then 1 else 0 end, now() + make_interval(secs => $7::int / 1000.0))
      on conflict (organization_id, root_entity_id) where finished_at is null do nothing`,
    values: [
      organizationId,
      id,
      rootEntityId,
      JSON.stringify(options),
      JSON.stringify({ actor, from }),
      paidCents,
      leaseMs,
    ],
  });
  return rowCount === 1;
}

const columns = `id, root_entity_id as "rootEntityId", options::jsonb as options, asked_by::jsonb as "askedBy", lease_number as "leaseNumber",
  left_out as "leftOut", paid_cents as "paidCents", failures, outcome::text as outcome, problem::jsonb as problem, finished_at as "finishedAt"`;

type RunRow = Omit<MaterializeRun, 'askedBy' | 'outcome'> & {
  readonly options: RunOptions;
  readonly askedBy: Omit<MaterializeRun['askedBy'], 'organizationId'>;
  readonly outcome: string | null;
};

const toRun = (organizationId: string, row: RunRow | undefined): MaterializeRun | null =>
  row
    ? {
        ...row,
        askedBy: { organizationId, ...row.askedBy },
        outcome: row.outcome === null ? null : (JSON.parse(row.outcome) as RunOutcome),
      }
    : null;

/** Returns `null` if there is none, or its root was deleted. */
export async function findRun(client: Queryable, organizationId: string, id: string): Promise<MaterializeRun | null> {
  const { rows } = await client.query<RunRow>({
    name: 'materialize-run',
    text: `select ${columns} from materialize_runs where organization_id = $1 and id = $2`,
    values: [organizationId, id],
  });
  return toRun(organizationId, rows[0]);
}

/** Returns the run of an entity that is in progress. */
export async function findOpenRun(
  client: Queryable,
  organizationId: string,
  rootEntityId: string,
): Promise<MaterializeRun | null> {
  const { rows } = await client.query<RunRow>(
    `select ${columns} from materialize_runs where organization_id = $1 and root_entity_id = $2 and finished_at is null`,
    [organizationId, rootEntityId],
  );
  return toRun(organizationId, rows[0]);
}

/** Locks a run that has not ended, so that nobody else ends it; `null` if it has ended or was deleted. */
export async function lockOpenRun(
  client: Transaction,
  organizationId: string,
  id: string,
): Promise<MaterializeRun | null> {
  const { rows } = await client.query<RunRow>({
    name: 'materialize-run-lock',
    text: `select ${columns} from materialize_runs where organization_id = $1 and id = $2 and finished_at is null for update`,
    values: [organizationId, id],
  });
  return toRun(organizationId, rows[0]);
}

export const findRunnable = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(
    client,
    'open materializations',
    'select distinct organization_id as id from materialize_runs where finished_at is null and leased_until < now()',
  );

/** Takes the oldest run that no process is working on, or the given one; `null` if there is none. */
export async function takeRun(
  client: Queryable,
  organizationId: string,
  leaseMs: number,
  id: string | null = null,
): Promise<MaterializeRun | null> {
  const { rows } = await client.query<RunRow>(
    `update materialize_runs set lease_number = lease_number + 1, leased_until = now() + make_interval(secs => $2 / 1000.0)
     where organization_id = $1 and id = (select id from materialize_runs where organization_id = $1 and finished_at is null
       and leased_until < now() and ($3::uuid is null or id = $3) order by created_at limit 1 for update skip locked)
     returning ${columns}`,
    [organizationId, leaseMs, id],
  );
  return toRun(organizationId, rows[0]);
}

/** Renews the lease of a run, or releases it with 0. Returns `false` if it has ended, or another process has taken it. */
export async function renewLease(
  client: Queryable,
  organizationId: string,
  { id, leaseNumber }: Pick<MaterializeRun, 'id' | 'leaseNumber'>,
  leaseMs: number,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'materialize-run-renew',
    text: `update materialize_runs set leased_until = now() + make_interval(secs => $4 / 1000.0)
      where organization_id = $1 and id = $2 and lease_number = $3 and finished_at is null`,
    values: [organizationId, id, leaseNumber, leaseMs],
  });
  return rowCount === 1;
}

/** Counts a failure of a run, and delays its next attempt. */
export async function countFailure(
  client: Queryable,
  organizationId: string,
  id: string,
  pauseMs: number,
): Promise<number> {
  const { rows } = await client.query<{ failures: number }>(
    `update materialize_runs set failures = failures + 1, leased_until = now() + make_interval(secs => $3 / 1000.0 * 2 ^ failures)
     where organization_id = $1 and id = $2 and finished_at is null returning failures`,
    [organizationId, id, pauseMs],
  );
  return rows[0]?.failures ?? 0;
}

export async function addLeftOut(
  client: Transaction,
  organizationId: string,
  id: string,
  count: number,
): Promise<void> {
  await client.query('update materialize_runs set left_out = left_out + $3 where organization_id = $1 and id = $2', [
    organizationId,
    id,
    count,
  ]);
}

/** Ends a locked run, and deletes the data held by its nodes. */
export async function endRun(
  client: Transaction,
  organizationId: string,
  id: string,
  { outcome, problem }: { readonly outcome: RunOutcome; readonly problem: RunProblem | null },
): Promise<void> {
  await client.query('delete from materialize_nodes where organization_id = $1 and run_id = $2', [organizationId, id]);
  await client.query(
    'update materialize_runs set outcome = $3, problem = $4, finished_at = now() where organization_id = $1 and id = $2',
    [organizationId, id, JSON.stringify(outcome), problem && JSON.stringify(problem)],
  );
}

/** Erases data in the runs of a deleted entity, including who requested those in progress. */
export async function eraseRuns(
  client: Transaction,
  organizationId: string,
  rootEntityId: string,
): Promise<readonly { readonly userId: string | null }[]> {
  const { rows } = await client.query<{ isOpen: boolean; userId: string | null }>(
    `delete from materialize_runs where organization_id = $1 and root_entity_id = $2
     returning finished_at is null as "isOpen", case when asked_by #>> '{actor,type}' = 'user' then asked_by #>> '{actor,id}' end as "userId"`,
    [organizationId, rootEntityId],
  );
  return rows.filter(({ isOpen }) => isOpen);
}

const isOld = (days: string): string => `finished_at < now() - make_interval(days => ${days})`;

/** Returns organizations with runs that ended this many days ago. The transaction of `client` does not belong to an organization. */
export const organizationsWithOldRuns = (client: Transaction, days: number): Promise<readonly string[]> =>
  findOrganizations(
    client,
    'open materializations',
    `select distinct organization_id as id from materialize_runs where ${isOld('$1')}`,
    [days],
  );

/** Returns how many were deleted: what they created stays, and is recorded in the audit trail. */
export async function deleteOldRuns(
  client: Queryable,
  organizationId: string,
  { days, rows }: { readonly days: number; readonly rows: number },
): Promise<number> {
  const { rowCount } = await client.query(
    `delete from materialize_runs where organization_id = $1 and id = any(array(
       select id from materialize_runs where organization_id = $1 and ${isOld('$2')} limit $3))`,
    [organizationId, days, rows],
  );
  return rowCount ?? 0;
}
