import { findOrganizations, type Transaction } from '../../../../platform/database/index.js';
import { blockingStatuses } from '../domain/status-change.js';
import { entityColumns } from './entity-columns.js';
import type { EntityRow } from './entity-row.js';

/** SQL: whether a periodic job may set an entity to `expired`. This is the condition of the index `entities_expiring`. */
const isExpirable = `expires_at is not null and deleted_at is null and not status_locked
  and status not in (${['expired', ...blockingStatuses].map((status) => `'${status}'`).join(', ')}) and expired_for is distinct from expires_at`;

/** Returns organizations with expired entities. The transaction of `client` does not belong to an organization. */
export const organizationsWithExpired = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(
    client,
    'expired entities',
    `select distinct organization_id as id from entities where ${isExpirable} and expires_at <= now()`,
  );

/** Returns and locks some expired entities of an organization until the transaction ends, earliest expiry first. */
export async function lockExpired(
  client: Transaction,
  organizationId: string,
  limit: number,
): Promise<readonly EntityRow[]> {
  const { rows } = await client.query<EntityRow>(
    `select ${entityColumns} from entities e
     where organization_id = $1 and ${isExpirable} and expires_at <= now() order by e.expires_at limit $2 for update skip locked`,
    [organizationId, limit],
  );
  return rows;
}

/** Records which expiry was handled, so that reactivating an entity is not undone because of the same date. */
export async function markExpired(client: Transaction, organizationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await client.query(
    'update entities set expired_for = expires_at where organization_id = $1 and id = any($2::uuid[])',
    [organizationId, ids],
  );
}
