import { type AuditEntry, creationChanges } from '../../../../platform/audit/index.js';

import type { Transaction } from '../../../../platform/database/index.js';
import type { ListEventSummary } from '../domain/list-events.js';
import type { AddedBy, DuplicatePolicy, ItemCounts, NewListItem } from '../domain/list-item.js';
import { normalizedValues, planUpsert } from '../domain/plan-upsert.js';
import { insertItems, findExistingItems, updateItems } from '../persistence/list-items-writer.js';
import { type LockedList, commitRevision } from '../persistence/list-lock.js';

export interface ItemsUpsert {
  readonly organizationId: string;
  readonly items: readonly NewListItem[];
  readonly policy: DuplicatePolicy;
  /** Items of one statement. */
  readonly batchSize: number;
  readonly addedBy: AddedBy;
}

export interface ItemsUpsertResult {
  readonly counts: ItemCounts;
  /** The list as it is now; null when nothing changed. */
  readonly list: ListEventSummary | null;
  readonly createdIds: readonly string[];
}

/** Puts items on a list the transaction has locked. What cannot stand on it is counted and left out. */
export async function upsertItems(
  client: Transaction,
  list: LockedList,
  { organizationId, items, policy, batchSize, addedBy }: ItemsUpsert,
  now: Date,
): Promise<ItemsUpsertResult> {
  const present = await findExistingItems(client, organizationId, list.id, normalizedValues(items, list.type));
  const { toCreate, toUpdate, counts } = planUpsert(items, list.type, new Set(present.keys()), policy);
  const change = { organizationId, list, now };
  const createdIds: string[] = [];
  for (const batch of chunks(toCreate, batchSize)) {
    createdIds.push(
      ...(await insertItems(
        client,
        change,
        batch.map((sorted) => ({ ...sorted, addedBy })),
      )),
    );
  }
  const known = toUpdate.map((sorted) => ({ ...sorted, id: present.get(sorted.normalized)! }));
  for (const batch of chunks(known, batchSize)) await updateItems(client, change, batch);
  const isChanged = toCreate.length + toUpdate.length > 0;
  return { counts, createdIds, list: isChanged ? await commitRevision(client, change, toCreate.length) : null };
}

export const itemsAddedEntry = (listId: string, { created, updated }: ItemCounts): AuditEntry => ({
  event: 'data_list_items_added',
  resourceType: 'data_list',
  resourceId: listId,
  summary: `${created} items added, ${updated} updated`,
  changes: creationChanges({ created, updated }),
});

function* chunks<T>(all: readonly T[], size: number): Iterable<readonly T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}
