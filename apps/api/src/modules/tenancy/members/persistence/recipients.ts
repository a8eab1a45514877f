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

/** Whether somebody is an active member of an organization's account, and has access to the organization. */
export const memberExists = (client: Queryable, organizationId: string, userId: string): Promise<boolean> =>
  existsAtHome(
    client,
    organizationId,
    `from members m where m.user_id = $2 and m.status = 'active' and ${hasAccessSql}`,
    userId,
  );

/** Whether the same, and their role includes one of the permissions. */
export function memberMay(
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

/** Whether an organization's account, production or sandbox, has the role. */
export const roleExists = (client: Queryable, organizationId: string, roleId: string): Promise<boolean> =>
  existsAtHome(client, organizationId, 'from roles m where m.id = $2', roleId);

/** Whether an organization's account, production or sandbox, has the team. */
export const teamExists = (client: Queryable, organizationId: string, teamId: string): Promise<boolean> =>
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
