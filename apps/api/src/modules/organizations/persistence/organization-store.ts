import type { Queryable } from '../../../platform/database/index.js';
import type { Account, OrganizationEnvironment } from '../domain/account.js';

/** The ids of an account's organizations; null when there is no such account. */
export async function findAccount(client: Queryable, slug: string): Promise<Account<string> | null> {
  const { rows } = await client.query<{ id: string; environment: OrganizationEnvironment }>(
    'select id, environment from organizations where slug = $1',
    [slug],
  );
  const ids = Object.fromEntries(rows.map(({ environment, id }) => [environment, id])) as Partial<Account<string>>;
  return ids.production !== undefined && ids.sandbox !== undefined ? (ids as Account<string>) : null;
}

export async function insertAccount(
  client: Queryable,
  slug: string,
  name: string,
  ids: Account<string>,
): Promise<void> {
  await client.query(
    `insert into organizations (id, slug, name, environment, paired_organization_id)
     values ($1, $3, $4, 'production', $2), ($2, $3, $4, 'sandbox', $1)`,
    [ids.production, ids.sandbox, slug, name],
  );
}

/** Lets one caller at a time make the account of this name, until the transaction ends. */
export async function lockAccountName(client: Queryable, slug: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`account:${slug}`]);
}

export async function organizationExists(client: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from organizations where id = $1', [id]);
  return rowCount === 1;
}
