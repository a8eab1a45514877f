import { type Principal, sharedRecordError } from '../../../../platform/auth/index.js';
import { organizationsSql, type Queryable } from '../../../../platform/database/index.js';
import { type Role, systemRoles } from '../domain/role.js';

/**
 * Returns the organization under which an account stores its members and roles: the production one. Callers pass it as `home` to all other
 * functions here and in the member store.
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

/** Returns the name of the organization for somebody invited to it. */
export async function findAccountName(client: Queryable, home: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(`select name from ${organizationsSql} o where id = $1`, [home]);
  return rows[0]!.name;
}

/**
 * Returns the same for a caller who changes members or roles. Throws 403 in a sandbox: permissions there do not allow changes in
 * production.
 */
export async function requireHomeOrganization(client: Queryable, { organizationId }: Principal): Promise<string> {
  const home = await findHomeOrganization(client, organizationId);
  if (home !== organizationId) throw sharedRecordError('Members and roles', home);
  return home;
}

export interface ChildOrganization {
  readonly id: string;
  readonly name: string;
}

/** Returns the child organizations, by id. */
export async function findChildOrganizations(client: Queryable, home: string): Promise<readonly ChildOrganization[]> {
  const { rows } = await client.query<ChildOrganization>(
    `select id, name from ${organizationsSql} o where parent_organization_id = $1 order by id`,
    [home],
  );
  return rows;
}

const columns = 'id, name, description, false as "isSystem", permissions, version';

/** Returns the fixed roles first, then those of the account by name. */
export async function findRoles(client: Queryable, home: string): Promise<readonly Role[]> {
  const { rows } = await client.query<Role>(
    `select ${columns} from roles where organization_id = $1 order by name, id`,
    [home],
  );
  return [...systemRoles, ...rows];
}

/** Returns `null` if the account has no such role. `lock` prevents others from changing or deleting it until the transaction ends. */
export async function findRole(client: Queryable, home: string, id: string, lock?: 'locked'): Promise<Role | null> {
  const fixed = systemRoles.find((role) => role.id === id);
  if (fixed) return fixed;
  const { rows } = await client.query<Role>(
    `select ${columns} from roles where organization_id = $1 and id = $2 ${lock ? 'for update' : ''}`,
    [home, id],
  );
  return rows[0] ?? null;
}

/** Stores a role. Unique index: `roles_name`. */
export async function upsertRole(client: Queryable, home: string, role: Role): Promise<void> {
  await client.query(
    `insert into roles (organization_id, id, name, description, permissions, version) values ($1, $2, $3, $4, $5, $6)
     on conflict (organization_id, id) do update
     set name = excluded.name, description = excluded.description, permissions = excluded.permissions, version = excluded.version,
       updated_at = now()`,
    [home, role.id, role.name, role.description, role.permissions, role.version],
  );
}

export async function deleteRole(client: Queryable, home: string, id: string): Promise<void> {
  await client.query('delete from roles where organization_id = $1 and id = $2', [home, id]);
}
