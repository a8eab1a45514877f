import { findOrganizations, type Queryable, type Transaction } from '../../../../platform/database/index.js';

/**
 * A table with a row for each blob of its kind: `organization_id`, `id`, `removed_at` (its blob is to be removed) and `missing_since`. Its
 * rows are visible to the look-up named here.
 */
export interface BlobTable {
  readonly table: string;
  readonly lookup: string;
}

/** All blob tables: a blob that has no row in any of them is removed. */
export class BlobTables {
  constructor(readonly all: readonly BlobTable[]) {}
}

/** Returns organizations with blobs to be removed. The transaction of `client` does not belong to an organization. */
export const findOrganizationsWithRemoved = (
  client: Transaction,
  { table, lookup }: BlobTable,
): Promise<readonly string[]> =>
  findOrganizations(client, lookup, `select distinct organization_id as id from ${table} where removed_at is not null`);

/** Returns organizations with rows. The transaction of `client` does not belong to an organization. */
export const findOrganizationsWithBlobs = (
  client: Transaction,
  { table, lookup }: BlobTable,
): Promise<readonly string[]> =>
  findOrganizations(client, lookup, `select distinct organization_id as id from ${table}`);

/** Returns the removed blobs of one organization, earliest removal first. */
export async function findRemoved(
  client: Queryable,
  { table }: BlobTable,
  organizationId: string,
  most: number,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: `${table}-removed`,
    text: `select id from ${table} where organization_id = $1 and removed_at is not null order by removed_at limit $2`,
    values: [organizationId, most],
  });
  return rows.map(({ id }) => id);
}

export async function deleteRows(
  client: Queryable,
  { table }: BlobTable,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  await client.query(`delete from ${table} where organization_id = $1 and id = any($2)`, [organizationId, ids]);
}

/** Returns all blob ids of one organization, and whether each is to be removed. */
export async function findBlobIds(
  client: Queryable,
  { table }: BlobTable,
  organizationId: string,
): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await client.query<{ id: string; isRemoved: boolean }>({
    name: `${table}-ids`,
    text: `select id, removed_at is not null as "isRemoved" from ${table} where organization_id = $1`,
    values: [organizationId],
  });
  return new Map(rows.map(({ id, isRemoved }) => [id, isRemoved]));
}

/** Marks rows whose blob is missing. */
export async function markMissing(
  client: Queryable,
  { table }: BlobTable,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  await client.query(
    `update ${table} set missing_since = coalesce(missing_since, now()) where organization_id = $1 and id = any($2)`,
    [organizationId, ids],
  );
}
