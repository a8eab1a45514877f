import type { Queryable } from '../../../../platform/database/index.js';
import { stringifyJson } from '../../../../platform/http/index.js';
import type { PlannedItem } from '../domain/plan-upsert.js';
import type { SyncedItem } from '../domain/plan-replacement.js';
import type { DataListRow } from './data-list-row.js';
import { itemColumns, type ItemRow } from './item-row.js';
import { syncLimits } from '../domain/sync-limits.js';

/** Returns the items of a list that were added by syncs, by their normalized values. */
export async function findSyncedItems(
  client: Queryable,
  organizationId: string,
  listId: string,
): Promise<ReadonlyMap<string, SyncedItem>> {
  const synced = new Map<string, SyncedItem>();
  let after = '';
  for (;;) {
    const { rows } = await client.query<ItemRow & { readonly normalized: string }>({
      name: 'data-list-synced-items',
      text: `select normalized_primary_value as normalized, ${itemColumns} from data_list_items
        where organization_id = $1 and list_id = $2 and normalized_primary_value > $3 and added_by ->> 'type' = 'sync'
        order by normalized_primary_value limit $4`,
      values: [organizationId, listId, after, syncLimits.itemsPage],
    });
    for (const { normalized, ...row } of rows) synced.set(normalized, { id: row.id, content: contentOfRow(row) });
    if (rows.length < syncLimits.itemsPage) return synced;
    after = rows.at(-1)!.normalized;
  }
}

const contentOfRow = (row: ItemRow): string =>
  JSON.stringify([
    ...[row.primaryValue, row.secondaryValue, row.searchKeys, row.category, row.riskScore, row.severity],
    ...[row.reason, row.sourceReference, row.itemData, row.metadata, row.isActive, row.expiresAt?.getTime() ?? null],
  ]);

/** Returns what `contentOfRow` returns for the item once it is stored. */
export const contentOfItem = ({ item }: PlannedItem): string =>
  JSON.stringify([
    ...[item.primaryValue, item.secondaryValue ?? null, item.searchKeys ?? [], item.category ?? null],
    ...[item.riskScore ?? null, item.severity ?? null, item.reason ?? null, item.sourceReference ?? null],
    ...[stringifyJson(item.itemData ?? {}), stringifyJson(item.metadata ?? {}), item.isActive ?? true],
    item.expiresAt == null ? null : Date.parse(item.expiresAt),
  ]);

/**
 * Whether an item of somebody else has expired since the last sync, so that the next one may take its value over from the file, even if the
 * file is the same.
 */
export async function hasOtherExpired(
  client: Queryable,
  { organizationId, id, lastSyncAt }: Pick<DataListRow, 'organizationId' | 'id' | 'lastSyncAt'>,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from data_list_items where organization_id = $1 and list_id = $2 and is_active and expires_at <= $3
       and ($4::timestamptz is null or expires_at > $4) and added_by ->> 'type' <> 'sync' limit 1`,
    [organizationId, id, now, lastSyncAt],
  );
  return rowCount === 1;
}

/** Records that a list matches the file its items come from. */
export async function setSyncTime(client: Queryable, organizationId: string, listId: string, now: Date): Promise<void> {
  await client.query('update data_lists set last_sync_at = $3 where organization_id = $1 and id = $2', [
    organizationId,
    listId,
    now,
  ]);
}
