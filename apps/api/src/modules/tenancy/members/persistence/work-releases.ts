import { limits } from '../../../../platform/limits.js';
import { findHomeOrganization } from './role-store.js';
import {
  findOrganizations,
  organizationsSql,
  type Queryable,
  type Transaction,
} from '../../../../platform/database/index.js';
import type { Assignee } from './recipients.js';

const onConflictSql = `on conflict (organization_id, assignee_id) do update
  set starts_at = greatest(work_releases.starts_at, excluded.starts_at)`;

/**
 * Has work released if its assignees may no longer do it: that of one member, or of all members with a role. It waits for the change to be
 * undone, except that of members who are about to be deleted.
 */
export async function requestWorkRelease(
  client: Queryable,
  home: string,
  column: 'id' | 'role_id',
  id: string,
  seconds: number = limits.workReleaseDelaySeconds,
): Promise<void> {
  await client.query(
    `insert into work_releases (organization_id, assignee_type, assignee_id, starts_at)
     select organization_id, 'user', user_id, now() + make_interval(secs => $3)
     from members where organization_id = $1 and ${column} = $2 and user_id is not null order by user_id ${onConflictSql}`,
    [home, id, seconds],
  );
}

/** Does the same for the work of a role or a team. */
export async function requestReleaseOf(client: Queryable, home: string, { type, id }: Assignee): Promise<void> {
  await client.query(
    `insert into work_releases (organization_id, assignee_type, assignee_id, starts_at)
     values ($1, $2, $3, now() + make_interval(secs => $4)) ${onConflictSql}`,
    [home, type, id, limits.workReleaseDelaySeconds],
  );
}

/** Does the same for work that was reopened: its assignees may have lost their rights since it was closed. */
export async function requestReleaseOfReopened(
  client: Queryable,
  organizationId: string,
  assignees: readonly Assignee[],
): Promise<void> {
  if (assignees.length === 0) return;
  await client.query(
    `insert into work_releases (organization_id, assignee_type, assignee_id, starts_at)
     select distinct on (id) $1::uuid, type, id, now() from unnest($2::text[], $3::uuid[]) as a (type, id) order by id ${onConflictSql}`,
    [
      await findHomeOrganization(client, organizationId),
      assignees.map(({ type }) => type),
      assignees.map(({ id }) => id),
    ],
  );
}

/** An assignee whose rights have changed. */
export interface WorkRelease {
  readonly assignee: Assignee;
  /** Text, because a `Date` is less exact than the column. */
  readonly startsAt: string;
}

/** Returns the production organizations of the accounts in which work is to be released. */
export const organizationsWithReleases = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(
    client,
    'work releases',
    'select distinct organization_id as id from work_releases where starts_at <= now()',
  );

export async function findWorkReleases(client: Queryable, home: string): Promise<readonly WorkRelease[]> {
  const { rows } = await client.query<WorkRelease>(
    `select jsonb_build_object('type', assignee_type, 'id', assignee_id) as assignee, starts_at::text as "startsAt"
     from work_releases where organization_id = $1 and starts_at <= now() order by starts_at, assignee_id`,
    [home],
  );
  return rows;
}

/**
 * Ends the search for the work of an assignee, unless their rights have changed again. It goes on for a while, since somebody who assigned
 * work to them at that moment may have seen the rights they had before.
 */
export async function endWorkRelease(
  client: Queryable,
  home: string,
  { assignee, startsAt }: WorkRelease,
  seconds: number,
): Promise<void> {
  await client.query(
    `delete from work_releases where organization_id = $1 and assignee_id = $2 and starts_at = $3::timestamptz
       and starts_at < now() - make_interval(secs => $4)`,
    [home, assignee.id, startsAt, seconds],
  );
}

/** Returns both organizations of an account. */
export async function findAccountOrganizations(client: Queryable, home: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ readonly id: string }>(
    `select id from ${organizationsSql} o where id = $1 or paired_organization_id = $1 order by environment`,
    [home],
  );
  return rows.map(({ id }) => id);
}
