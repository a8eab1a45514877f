import { fromLiveEntitySql, lockTransactionOriginSql, type Queryable } from '../../../../platform/database/index.js';
import type { EntitySnapshot } from '../domain/new-alert.js';

const snapshotColumns = `e.id, e.external_id as "externalId", e.name, e.type, e.risk_score::float8 as "riskScore", e.status`;

/** Returns the current entity, or `null` if there is none. */
export async function findEntitySnapshot(
  client: Queryable,
  organizationId: string,
  entityId: string,
): Promise<EntitySnapshot | null> {
  const { rows } = await client.query<EntitySnapshot>({
    name: 'alert-entity',
    text: `select ${snapshotColumns} ${fromLiveEntitySql}`,
    values: [organizationId, entityId],
  });
  return rows[0] ?? null;
}

/** Locks a transaction, like all changes of its alerts do, and returns its origin entity; undefined if there is none. */
export async function lockTransactionOrigin(
  client: Queryable,
  organizationId: string,
  transactionId: string,
): Promise<{ readonly originEntityId: string | null } | undefined> {
  const { rows } = await client.query<{ originEntityId: string | null }>(lockTransactionOriginSql, [
    organizationId,
    transactionId,
  ]);
  return rows[0];
}
