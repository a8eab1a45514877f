import { type Principal, sharedRecordError } from '../../../../platform/auth/index.js';
import { organizationsSql, type Queryable } from '../../../../platform/database/index.js';
import { type Role, systemRoles } from '../domain/role.js';

/**
 * The organization under which an account keeps its members and roles: the production one. Callers pass it as `home` to everything
 * else here and in the store of members.
 */
export async function findHomeOrganization(client: Queryable, organizationId: string): Promise<string> {
  const { rows } = await client.query<{ home: string }>({
    name: 'account-home',
    text: `select case environment when 'production' then id else paired_organization_id end as home
           from ${organizationsSql} o where id = $1`,
    values: [organizationId],
  });
  if (!rows[0]) throw new Error(`the organization ${organizationId} is not visible here`);
  return rows[0].home;
}

/** What the organization is called, to whoever is invited to it. */
export async function findAccountName(client: Queryable, home: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(`select name from ${organizationsSql} o where id = $1`, [home]);
  return rows[0]!.name;
}

/** The same for who changes members or roles. Throws 403 in a sandbox: whoever has rights there alone changes nothing of production. */
export async function requireHomeOrganization(client: Queryable, { organizationId }: Principal): Promise<string> {
  const home = await findHomeOrganization(client, organizationId);
  if (home !== organizationId) throw sharedRecordError('Members and roles', home);
  return home;
}

export interface ChildOrganization {
  readonly id: string;
  readonly name: string;
}

/** The organizations below one, by their ids. */
export async function findChildOrganizations(client: Queryable, home: string): Promise<readonly ChildOrganization[]> {
  const { rows } = await client.query<ChildOrganization>(
    `select id, name from ${organizationsSql} o where parent_organization_id = $1 order by id`,
    [home],
  );
  return rows;
}

const columns = 'id, name, description, false as "isSystem", permissions';

/** The fixed roles first, then those of the account by name. */
export async function findRoles(client: Queryable, home: string): Promise<readonly Role[]> {
  const { rows } = await client.query<Role>(
    `select ${columns} from roles where organization_id = $1 order by name, id`,
    [home],
  );
  return [...systemRoles, ...rows];
}

/** Null: the account has no such role. `lock`: nobody else changes or deletes it until the transaction ends. */
export async function findRole(client: Queryable, home: string, id: string, lock?: 'locked'): Promise<Role | null> {
  const fixed = systemRoles.find((role) => role.id === id);
  if (fixed) return fixed;
  const { rows } = await client.query<Role>(
    `select ${columns} from roles where organization_id = $1 and id = $2 ${lock ? 'for update' : ''}`,
    [home, id],
  );
  return rows[0] ?? null;
}

/** Unique index: `roles_name`. */
export async function upsertRole(client: Queryable, home: string, role: Role): Promise<void> {
  await client.query(
    `insert into roles (organization_id, id, name, description, permissions) values ($1, $2, $3, $4, $5)
     on conflict (organization_id, id) do update
     set name = excluded.name, description = excluded.description, permissions = excluded.permissions, updated_at = now()`,
    [home, role.id, role.name, role.description, role.permissions],
  );
}

export async function deleteRole(client: Queryable, home: string, id: string): Promise<void> {
  await client.query('delete from roles where organization_id = $1 and id = $2', [home, id]);
}
