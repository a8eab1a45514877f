import type { Permission } from '../../../../platform/auth/index.js';
import { organizationsSql, type Queryable } from '../../../../platform/database/index.js';
import { ownerRole, systemRoles } from '../domain/role.js';

/** SQL: whether a member has access to the environment of the organization `$1`. */
const hasAccessSql = `environment_access in ('both', (select o.environment from ${organizationsSql} o where o.id = $1))`;

/** An active member of an account as a recipient of messages. */
export interface Recipient {
  readonly userId: string;
  readonly email: string;
}

/** Recipients of a message: user ids and email addresses, or the owners of the account. */
export type RecipientNames = readonly string[] | 'owners';

/** Returns the recipients among the members of an organization's account who have access to the organization. */
export async function findRecipients(
  client: Queryable,
  organizationId: string,
  names: RecipientNames,
): Promise<readonly Recipient[]> {
  const isMeant =
    names === 'owners' ? 'role_id = $2' : '(user_id::text = any($2::text[]) or lower(email) = any($2::text[]))';
  const { rows } = await client.query<Recipient>(
    `with home as (select $1::uuid as id union select paired_organization_id from ${organizationsSql} o where o.id = $1)
     select user_id as "userId", email from members
     where organization_id in (select id from home) and status = 'active' and user_id is not null and ${hasAccessSql} and ${isMeant}
     order by created_at, id`,
    [organizationId, names === 'owners' ? ownerRole.id : names.map((name) => name.toLowerCase())],
  );
  return rows;
}

const memberExists = (client: Queryable, organizationId: string, userId: string): Promise<boolean> =>
  existsAtHome(
    client,
    organizationId,
    `from members m where m.user_id = $2 and m.status = 'active' and ${hasAccessSql}`,
    userId,
  );

/** Somebody to whom work is assigned. */
export interface Assignee {
  readonly type: 'user' | 'role' | 'team';
  readonly id: string;
}

/** Whether an assignee exists in an organization's account, production or sandbox. */
export function assigneeExists(client: Queryable, organizationId: string, { type, id }: Assignee): Promise<boolean> {
  if (type === 'user') return memberExists(client, organizationId, id);
  if (type === 'team') return teamExists(client, organizationId, id);
  return systemRoles.some((role) => role.id === id)
    ? Promise.resolve(true)
    : existsAtHome(client, organizationId, 'from roles m where m.id = $2', id);
}

/** Whether an assignee exists and may do work that requires one of the permissions. Any team may, whoever is in it. */
export function assigneeMay(
  client: Queryable,
  organizationId: string,
  { type, id }: Assignee,
  permissions: readonly Permission[],
): Promise<boolean> {
  if (type === 'user') return memberMay(client, organizationId, id, permissions);
  if (type === 'team') return teamExists(client, organizationId, id);
  return roleMay(client, organizationId, id, permissions);
}

/** Whether somebody is an active member, and their role includes one of the permissions. */
function memberMay(
  client: Queryable,
  organizationId: string,
  userId: string,
  permissions: readonly Permission[],
): Promise<boolean> {
  const roles = systemRoles.filter((role) => permissions.some((each) => role.permissions.includes(each)));
  const from = `from members m left join roles r on r.organization_id = m.organization_id and r.id = m.role_id
    where m.user_id = $2 and m.status = 'active' and ${hasAccessSql} and (m.role_id = any($3) or r.permissions && $4)`;
  return existsAtHome(client, organizationId, from, userId, [roles.map(({ id }) => id), permissions]);
}

function roleMay(
  client: Queryable,
  organizationId: string,
  roleId: string,
  permissions: readonly Permission[],
): Promise<boolean> {
  const system = systemRoles.find(({ id }) => id === roleId);
  if (system) return Promise.resolve(permissions.some((each) => system.permissions.includes(each)));
  const from = 'from roles m where m.id = $2 and m.permissions && $3';
  return existsAtHome(client, organizationId, from, roleId, [permissions]);
}

const teamExists = (client: Queryable, organizationId: string, teamId: string): Promise<boolean> =>
  existsAtHome(client, organizationId, 'from teams m where m.id = $2', teamId);

async function existsAtHome(
  client: Queryable,
  organizationId: string,
  from: string,
  id: string,
  more: readonly unknown[] = [],
): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `with home as (select $1::uuid as id union select paired_organization_id from ${organizationsSql} o where o.id = $1)
     select exists (select ${from} and m.organization_id in (select id from home)) as exists`,
    [organizationId, id, ...more],
  );
  return rows[0]!.exists;
}
