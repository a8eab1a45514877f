import type { Queryable } from '../../../platform/database/index.js';
import type { EntityStatus } from '../domain/entity-enumerations.js';

/** The status of an entity, locked until the transaction ends; null when there is no such entity. */
export async function lockStatus(client: Queryable, organizationId: string, id: string): Promise<EntityStatus | null> {
  const { rows } = await client.query<{ status: EntityStatus }>({
    name: 'entity-lock-status',
    text: 'select status from entities where organization_id = $1 and id = $2 and deleted_at is null for update',
    values: [organizationId, id],
  });
  return rows[0]?.status ?? null;
}

export async function writeStatus(
  client: Queryable,
  organizationId: string,
  id: string,
  status: EntityStatus,
  now: Date,
): Promise<void> {
  await client.query({
    name: 'entity-write-status',
    text: 'update entities set status = $3, updated_at = $4 where organization_id = $1 and id = $2',
    values: [organizationId, id, status, now],
  });
}
