import { findHomeOrganization } from './role-store.js';
import {
  findOrganizations,
  organizationsSql,
  type Queryable,
  type Transaction,
} from '../../../../platform/database/index.js';

/**
 * Has work released if its assignees may no longer do it: that of one member, or of all members with a role. The members are named before
 * they are deleted.
 */
export async function requestWorkRelease(
  client: Queryable,
  home: string,
  column: 'id' | 'role_id',
  id: string,
): Promise<void> {
  await client.query(
    `insert into work_releases (organization_id, user_id)
     select organization_id, user_id from members where organization_id = $1 and ${column} = $2 and user_id is not null order by user_id
     on conflict (organization_id, user_id) do update set requested_at = now()`,
    [home, id],
  );
}

/** Does the same for people whose work in an organization was reopened: they may have lost their rights since it was closed. */
export async function requestReleaseOfReopened(
  client: Queryable,
  organizationId: string,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  await client.query(
    `insert into work_releases (organization_id, user_id) select $1, id from unnest($2::uuid[]) as id order by id
     on conflict (organization_id, user_id) do update set requested_at = now()`,
    [await findHomeOrganization(client, organizationId), [...new Set(userIds)]],
  );
}

/** A person whose rights have changed. */
export interface WorkRelease {
  readonly userId: string;
  /** Text, because a `Date` is less exact than the column. */
  readonly requestedAt: string;
}

/** Returns the production organizations of the accounts in which rights have changed. */
export const organizationsWithReleases = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(client, 'work releases', 'select distinct organization_id as id from work_releases');

export async function findWorkReleases(client: Queryable, home: string): Promise<readonly WorkRelease[]> {
  const { rows } = await client.query<WorkRelease>(
    `select user_id as "userId", requested_at::text as "requestedAt" from work_releases where organization_id = $1
     order by requested_at, user_id`,
    [home],
  );
  return rows;
}

/**
 * Ends the search for the work of a person, unless their rights have changed again. It goes on for a while, since somebody who assigned
 * work to them at that moment may have seen the rights they had before.
 */
export async function endWorkRelease(
  client: Queryable,
  home: string,
  { userId, requestedAt }: WorkRelease,
  seconds: number,
): Promise<void> {
  await client.query(
    `delete from work_releases where organization_id = $1 and user_id = $2 and requested_at = $3::timestamptz
       and requested_at < now() - make_interval(secs => $4)`,
    [home, userId, requestedAt, seconds],
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
