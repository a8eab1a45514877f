import type { Queryable } from '../../../../platform/database/index.js';
import { storedItemColumns } from './item-row.js';
import { archiveItems } from './list-items-writer.js';
import { type ItemsChange, nextRevision } from './list-lock.js';

/** Restores the items of a list to a revision. Returns how many were added and removed. The state until now remains readable. */
export async function restoreItems(
  client: Queryable,
  change: ItemsChange,
  revision: number,
): Promise<{ readonly added: number; readonly removed: number }> {
  const list = [change.organizationId, change.list.id];
  const { rows } = await client.query<{ readonly id: string }>(
    'select id from data_list_items where organization_id = $1 and list_id = $2 and from_revision > $3',
    [...list, revision],
  );
  const ids = rows.map(({ id }) => id);
  await archiveItems(client, change, ids);
  const removed = await client.query(
    'delete from data_list_items where organization_id = $1 and list_id = $2 and id = any($3::uuid[])',
    [...list, ids],
  );
  // Items still on the list have not changed since the revision, so none of their past states belongs to it.
  const then = 'organization_id = $1 and list_id = $2 and from_revision <= $3 and to_revision > $3';
  const added = await client.query(
    `insert into data_list_items (organization_id, list_id, from_revision, ${storedItemColumns})
     select organization_id, list_id, $4, ${storedItemColumns} from data_list_past_items where ${then}`,
    [...list, revision, nextRevision(change)],
  );
  await client.query(
    `insert into data_list_keys (organization_id, list_id, key, item_id, is_active, expires_at, from_revision)
     select organization_id, list_id, key, item_id, is_active, expires_at, $4 from data_list_past_keys where ${then}`,
    [...list, revision, nextRevision(change)],
  );
  return { added: added.rowCount ?? 0, removed: removed.rowCount ?? 0 };
}

/** An item that was removed from a list, in its last state. */
export interface RemovedItem {
  readonly normalized: string;
  /** The revision that removed it. */
  readonly revision: number;
}

/** Returns `null` if the list never had an item with this id. For an item still on the list, returns its previous state. */
export async function findRemovedItem(
  client: Queryable,
  { organizationId, list }: ItemsChange,
  itemId: string,
): Promise<RemovedItem | null> {
  const { rows } = await client.query<RemovedItem>(
    `select normalized_primary_value as normalized, to_revision as revision from data_list_past_items
     where organization_id = $1 and list_id = $2 and id = $3 order by to_revision desc limit 1`,
    [organizationId, list.id, itemId],
  );
  return rows[0] ?? null;
}

/** Restores an item to the list with its id and all its fields. */
export async function putBackItem(
  client: Queryable,
  change: ItemsChange,
  itemId: string,
  { revision }: RemovedItem,
): Promise<void> {
  const values = [change.organizationId, change.list.id, itemId, revision, nextRevision(change)];
  await client.query(
    `insert into data_list_items (organization_id, list_id, from_revision, ${storedItemColumns})
     select organization_id, list_id, $5, ${storedItemColumns} from data_list_past_items
     where organization_id = $1 and list_id = $2 and id = $3 and to_revision = $4`,
    values,
  );
  await client.query(
    `insert into data_list_keys (organization_id, list_id, key, item_id, is_active, expires_at, from_revision)
     select organization_id, list_id, key, item_id, is_active, expires_at, $5 from data_list_past_keys
     where organization_id = $1 and list_id = $2 and item_id = $3 and to_revision = $4`,
    values,
  );
}
