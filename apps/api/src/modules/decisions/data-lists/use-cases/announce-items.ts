import type { Queryable, Transaction } from '../../../../platform/database/index.js';
import { RawJson } from '../../../../platform/http/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { itemAddedEvent, type ListEventSummary } from '../domain/list-events.js';
import type { ItemRow } from '../persistence/item-row.js';
import { findItems } from '../persistence/list-items-reader.js';

/** Returns an item as shown in responses and events. */
export const itemView = (row: ItemRow) => ({
  ...row,
  itemData: new RawJson(row.itemData),
  metadata: new RawJson(row.metadata),
});

/** Writes an event for each new item of a list. */
export async function announceItems(
  client: Transaction,
  organizationId: string,
  list: ListEventSummary,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const items = await findItems(client, organizationId, list.id, ids);
  await writeEvents(
    client,
    items.map((item) => itemAddedEvent(organizationId, list, itemView(item))),
  );
}

/** Returns the item as it is on the list, or `null` if it is not on it. */
export async function findItem(
  client: Queryable,
  organizationId: string,
  listId: string,
  id: string,
): Promise<ItemRow | null> {
  const [item] = await findItems(client, organizationId, listId, [id]);
  return item ?? null;
}
