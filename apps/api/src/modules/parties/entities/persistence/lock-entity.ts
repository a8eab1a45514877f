import type { Transaction, Queryable } from '../../../../platform/database/index.js';

/** Lets the transactions that change the external id of one entity follow one another. */
export async function serializeExternalIdChange(client: Transaction, entityId: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('external id change ' || $1, 0))`, [entityId]);
}

/** Waits for everybody who stores an external id of the entity, and keeps others from it until the transaction ends. */
export async function lockExternalId(client: Queryable, organizationId: string, entityId: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock(external_id_lock($1, $2))', [organizationId, entityId]);
}

/** The external id of an entity; null: it has none; undefined: there is no such entity. */
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
 * Keeps an entity as it is until the transaction ends, and whoever else calls this for it waiting. False: there is no such entity,
 * or it is deleted.
 */
export async function lockEntity(client: Transaction, organizationId: string, entityId: string): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'entity-lock',
    text: 'select from entities where organization_id = $1 and id = $2 and deleted_at is null for no key update',
    values: [organizationId, entityId],
  });
  return rowCount === 1;
}
