import { findOrganizations, type Queryable, type Transaction } from '../../../../platform/database/index.js';
import type { MaterializeRun, RunOptions, RunOutcome, RunProblem } from '../domain/materialize-run.js';

export interface NewRun extends Pick<MaterializeRun, 'id' | 'rootEntityId' | 'options' | 'askedBy' | 'paidCents'> {
  /** Milliseconds for which whoever stores it is at it; 0: it waits for anybody. */
  readonly leaseMs: number;
}

/** False: another one of the entity is under way. */
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

/** Null: there is none, or its root is deleted. */
export async function findRun(client: Queryable, organizationId: string, id: string): Promise<MaterializeRun | null> {
  const { rows } = await client.query<RunRow>({
    name: 'materialize-run',
    text: `select ${columns} from materialize_runs where organization_id = $1 and id = $2`,
    values: [organizationId, id],
  });
  return toRun(organizationId, rows[0]);
}

/** The run of an entity that is under way. */
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

/** A run that is not over, which nobody else ends before the transaction does; null: it is over, or gone. */
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

/** Takes the oldest run that nobody is at, or the one that is named. Null: there is none. */
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

/** Says that its process is still at a run, or with 0 that it leaves it to others. False: it is over, or somebody else is at it. */
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

/** Counts that a run could not go on, and leaves it alone for a while. */
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

/** Ends a locked run. What its nodes held is kept no longer. */
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

/** Erases the runs of an entity that is deleted: who asked for those that were under way. */
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

/** Organizations with runs that ended so many days ago. The transaction of `client` is of none. */
export const organizationsWithOldRuns = (client: Transaction, days: number): Promise<readonly string[]> =>
  findOrganizations(
    client,
    'open materializations',
    `select distinct organization_id as id from materialize_runs where ${isOld('$1')}`,
    [days],
  );

/** How many: what they have made stays, and the trail tells of it. */
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
