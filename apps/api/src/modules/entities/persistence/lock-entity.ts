import type { TransactionClient } from '../../../platform/database/index.js';

/**
 * Keeps an entity as it is until the transaction ends, and whoever else calls this for it waiting. False: there is no such entity,
 * or it is deleted.
 */
export async function lockEntity(
  client: TransactionClient,
  organizationId: string,
  entityId: string,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'entity-lock',
    text: 'select from entities where organization_id = $1 and id = $2 and deleted_at is null for no key update',
    values: [organizationId, entityId],
  });
  return rowCount === 1;
}
