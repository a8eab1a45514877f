import { type Queryable, SqlConditions, takeTurn, type Transaction } from '../../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import type { Team } from '../domain/team.js';
import { requestReleaseOf } from './work-releases.js';

const columns = `t.id, t.name, t.description, t.created_at as "createdAt", t.updated_at as "updatedAt", t.version,
  (select count(*)::int from team_members tm where tm.organization_id = t.organization_id and tm.team_id = t.id) as "memberCount"`;

/** Lists teams, oldest first. */
export const findTeams = (client: Queryable, home: string, query: PageQuery): Promise<Page<Team>> =>
  selectPage<Team>(client, {
    ...{ list: 'teams', columns, from: 'teams t', query },
    conditions: new SqlConditions(home, 't.organization_id'),
    sortBy: { column: 't.created_at', type: 'timestamptz', id: 't.id' },
  });

export async function findTeam(client: Queryable, home: string, id: string): Promise<Team | null> {
  const { rows } = await client.query<Team>(
    `select ${columns} from teams t where t.organization_id = $1 and t.id = $2`,
    [home, id],
  );
  return rows[0] ?? null;
}

/** Returns and locks a team and its membership until the transaction ends. */
export async function lockTeam(client: Transaction, home: string, id: string): Promise<Team | null> {
  await client.query('select from teams where organization_id = $1 and id = $2 for update', [home, id]);
  // The statement that waits for the lock would count the members as they were before.
  return findTeam(client, home, id);
}

/** Counts teams under a lock: others that create one wait until the transaction ends. */
export async function countTeams(client: Transaction, home: string): Promise<number> {
  await takeTurn(client, `teams ${home}`);
  const { rows } = await client.query<{ readonly n: number }>(
    'select count(*)::int as n from teams where organization_id = $1',
    [home],
  );
  return rows[0]!.n;
}

/** Stores a team. Unique index: `teams_name`. */
export async function upsertTeam(
  client: Queryable,
  home: string,
  { id, name, description }: Pick<Team, 'id' | 'name' | 'description'>,
): Promise<void> {
  await client.query(
    `insert into teams (organization_id, id, name, description) values ($1, $2, $3, $4)
     on conflict (organization_id, id) do update
     set name = excluded.name, description = excluded.description, version = teams.version + 1, updated_at = now()`,
    [home, id, name, description],
  );
}

/** Its work is released, unless it is restored soon. */
export async function deleteTeam(client: Queryable, home: string, id: string): Promise<void> {
  await requestReleaseOf(client, home, { type: 'team', id });
  await client.query('delete from teams where organization_id = $1 and id = $2', [home, id]);
}

/** Returns `false` if the member was already in the team. */
export async function addToTeam(client: Queryable, home: string, teamId: string, memberId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'insert into team_members (organization_id, team_id, member_id) values ($1, $2, $3) on conflict do nothing',
    [home, teamId, memberId],
  );
  return rowCount === 1;
}

/** Adds the members who still belong to the account. */
export async function addAllToTeam(
  client: Queryable,
  home: string,
  teamId: string,
  memberIds: readonly string[],
): Promise<void> {
  await client.query(
    `insert into team_members (organization_id, team_id, member_id)
     select organization_id, $2, id from members where organization_id = $1 and id = any($3) on conflict do nothing`,
    [home, teamId, memberIds],
  );
}

/** Returns `false` if the member was not in the team. */
export async function removeFromTeam(
  client: Queryable,
  home: string,
  teamId: string,
  memberId: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'delete from team_members where organization_id = $1 and team_id = $2 and member_id = $3',
    [home, teamId, memberId],
  );
  return rowCount === 1;
}
