import { type Queryable, SqlConditions, type Transaction } from '../../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import type { Member } from '../domain/member.js';
import { ownerRole, type Role, systemRoles } from '../domain/role.js';
import { requestWorkRelease } from './work-releases.js';

type MemberRow = Omit<Member, 'role'> & { readonly roleId: string; readonly role: Omit<Role, 'isSystem'> | null };

const columns = `m.id, m.user_id as "userId", m.email, m.first_name as "firstName", m.last_name as "lastName", m.role_id as "roleId",
  m.environment_access as "environmentAccess", m.status, m.last_login_at as "lastLoginAt", m.created_at as "createdAt",
  m.version,
  case when r.id is not null
    then jsonb_build_object('id', r.id, 'name', r.name, 'description', r.description, 'permissions', r.permissions,
      'version', r.version) end as role,
  array(select jsonb_build_object('id', t.id, 'name', t.name) from team_members tm
    join teams t on t.organization_id = tm.organization_id and t.id = tm.team_id
    where tm.organization_id = m.organization_id and tm.member_id = m.id order by lower(t.name)) as teams`;

const tables = 'members m left join roles r on r.organization_id = m.organization_id and r.id = m.role_id';

function toMember({ roleId, role, ...member }: MemberRow): Member {
  const known = role ? { ...role, isSystem: false } : systemRoles.find(({ id }) => id === roleId);
  if (!known) throw new Error(`the role ${roleId} of the member ${member.id} is not stored`);
  return { ...member, role: known };
}

/** Lists members, oldest first. */
export async function findMembers(client: Queryable, home: string, query: PageQuery): Promise<Page<Member>> {
  const { rows, pagination } = await selectPage<MemberRow>(client, {
    list: 'members',
    columns,
    from: tables,
    conditions: new SqlConditions(home, 'm.organization_id'),
    query,
    sortBy: { column: 'm.created_at', type: 'timestamptz', id: 'm.id' },
  });
  return { rows: rows.map(toMember), pagination };
}

const inTeam = `${tables} join team_members i on i.organization_id = m.organization_id and i.member_id = m.id`;

/** Lists the members of a team, in the order in which they were added to the account. */
export async function findTeamMembers(
  client: Queryable,
  home: string,
  teamId: string,
  query: PageQuery,
): Promise<Page<Member>> {
  const { rows, pagination } = await selectPage<MemberRow>(client, {
    list: `team ${teamId}`,
    columns,
    from: inTeam,
    conditions: new SqlConditions(home, 'm.organization_id').add('i.team_id = ?', teamId),
    query,
    sortBy: { column: 'm.created_at', type: 'timestamptz', id: 'm.id' },
  });
  return { rows: rows.map(toMember), pagination };
}

/** Returns all members of a team, at most `limits.teams.members`. */
export async function findWholeTeam(client: Queryable, home: string, teamId: string): Promise<readonly Member[]> {
  const { rows } = await client.query<MemberRow>(
    `select ${columns} from ${inTeam} where m.organization_id = $1 and i.team_id = $2 order by m.id`,
    [home, teamId],
  );
  return rows.map(toMember);
}

/** Finds a member. `lock` prevents others from changing it until the transaction ends. */
export async function findMember(client: Queryable, home: string, id: string, lock?: 'locked'): Promise<Member | null> {
  const { rows } = await client.query<MemberRow>(
    `select ${columns} from ${tables} where m.organization_id = $1 and m.id = $2 ${lock ? 'for update of m' : ''}`,
    [home, id],
  );
  return rows[0] ? toMember(rows[0]) : null;
}

/** Returns and locks the member who is the same person, or was invited with the same address, until the transaction ends. */
export async function findMemberByPerson(
  client: Queryable,
  home: string,
  { userId, email }: Pick<Member, 'userId' | 'email'>,
): Promise<Member | null> {
  const { rows } = await client.query<MemberRow>(
    `select ${columns} from ${tables}
     where m.organization_id = $1 and (m.user_id = $2 or (m.user_id is null and lower(m.email) = lower($3))) for update of m`,
    [home, userId, email],
  );
  return rows[0] ? toMember(rows[0]) : null;
}

/** Returns active owners, oldest first. */
export async function findActiveOwners(client: Queryable, home: string): Promise<readonly Member[]> {
  const { rows } = await client.query<MemberRow>(
    `select ${columns} from ${tables} where m.organization_id = $1 and m.role_id = $2 and m.status = 'active'
     order by m.created_at, m.id`,
    [home, ownerRole.id],
  );
  return rows.map(toMember);
}

/** Stores a member. Unique index: `members_email`. */
export async function insertMember(client: Queryable, home: string, member: Member): Promise<void> {
  await client.query(
    `insert into members (organization_id, id, email, first_name, last_name, role_id, environment_access, status, user_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      home,
      member.id,
      member.email,
      member.firstName,
      member.lastName,
      member.role.id,
      member.environmentAccess,
      member.status,
      member.userId,
    ],
  );
}

/** If they may no longer do the work that is assigned to them, it is released, unless the change is undone soon. */
export async function updateMember(client: Queryable, home: string, member: Member): Promise<void> {
  await client.query(
    `update members set first_name = $3, last_name = $4, role_id = $5, environment_access = $6, status = $7,
       version = version + 1, updated_at = now()
     where organization_id = $1 and id = $2`,
    [home, member.id, member.firstName, member.lastName, member.role.id, member.environmentAccess, member.status],
  );
  await requestWorkRelease(client, home, 'id', member.id);
}

/** Their work is released at once. */
export async function deleteMember(client: Queryable, home: string, id: string): Promise<void> {
  await requestWorkRelease(client, home, 'id', id, 0);
  await client.query('delete from members where organization_id = $1 and id = $2', [home, id]);
}

/** Counts of owners who may act in production, where members are managed; invited ones have not accepted yet. */
export interface OwnerCounts {
  readonly all: number;
  readonly active: number;
}

/** Counts owners and locks them until the transaction ends, so that the last two cannot be removed concurrently. */
export async function countOwners(client: Transaction, home: string): Promise<OwnerCounts> {
  const { rows } = await client.query<{ readonly isActive: boolean }>(
    `select status = 'active' as "isActive" from members
     where organization_id = $1 and role_id = $2 and status <> 'deactivated' and environment_access in ('both', 'production')
     order by id for update`,
    [home, ownerRole.id],
  );
  return { all: rows.length, active: rows.filter(({ isActive }) => isActive).length };
}

export async function isRoleAssigned(client: Queryable, home: string, roleId: string): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from members where organization_id = $1 and role_id = $2 limit 1', [
    home,
    roleId,
  ]);
  return rowCount === 1;
}
