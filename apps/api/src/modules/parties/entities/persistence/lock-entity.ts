import type { Transaction, Queryable } from '../../../../platform/database/index.js';
import { findEntitiesById } from './entity-repository.js';
import type { EntityRow } from './entity-row.js';

/** Makes transactions that change the external id of one entity run one after another. */
export async function serializeExternalIdChange(client: Transaction, entityId: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('external id change ' || $1, 0))`, [entityId]);
}

/** Waits for all transactions that are storing an external id of the entity, and blocks others until the transaction ends. */
export async function lockExternalId(client: Queryable, organizationId: string, entityId: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock(external_id_lock($1, $2))', [organizationId, entityId]);
}

/** Returns the external id of an entity; `null` if it has none, undefined if there is no such entity. */
export async function readExternalId(
  client: Transaction,
  organizationId: string,
  entityId: string,
): Promise<string | null | undefined> {
  const { rows } = await client.query<{ externalId: string | null }>(
    'select external_id as "externalId" from entities where organization_id = $1 and id = $2 and deleted_at is null',
    [organizationId, entityId],
  );
  return rows[0]?.externalId;
}

/**
 * Locks entities until the transaction ends, and makes other calls for the same ones wait. Returns the ids of those that exist and are not
 * deleted.
 */
export async function lockEntities(
  client: Transaction,
  organizationId: string,
  entityIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await lockIdentities(client, organizationId, entityIds)).keys());
}

/** Data that identifies an entity when it is looked up externally. */
export interface LockedIdentity {
  readonly id: string;
  readonly name: string;
  readonly normalizedTaxId: string | null;
  readonly countryCode: string | null;
}

/** Like `lockEntities`, but returns their identifying data. */
export async function lockIdentities(
  client: Transaction,
  organizationId: string,
  entityIds: readonly string[],
): Promise<ReadonlyMap<string, LockedIdentity>> {
  const { rows } = await client.query<LockedIdentity>({
    name: 'entities-lock',
    text: `select id, name, normalized_tax_id as "normalizedTaxId", country_code as "countryCode" from entities
      where organization_id = $1 and id = any($2) and deleted_at is null order by id for no key update`,
    values: [organizationId, entityIds],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Like `lockEntities`, for one entity. Returns `false` if it does not exist or is deleted. */
export const lockEntity = async (client: Transaction, organizationId: string, entityId: string): Promise<boolean> =>
  (await lockEntities(client, organizationId, [entityId])).has(entityId);

/** Like `lockEntity`, but returns the entity as it is once it is locked; `null` if it does not exist or is deleted. */
export async function lockAndReadEntity(
  client: Transaction,
  organizationId: string,
  entityId: string,
): Promise<EntityRow | null> {
  if (!(await lockEntity(client, organizationId, entityId))) return null;
  return (await findEntitiesById(client, organizationId, [entityId])).get(entityId) ?? null;
}

/** Like `lockEntities`, but other callers do not have to wait: nobody can delete or change the entities meanwhile. */
export async function holdEntities(
  client: Transaction,
  organizationId: string,
  entityIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ id: string }>({
    name: 'entities-hold',
    text: `select id from entities where organization_id = $1 and id = any($2) and deleted_at is null order by id for share`,
    values: [organizationId, entityIds],
  });
  return new Set(rows.map(({ id }) => id));
}
