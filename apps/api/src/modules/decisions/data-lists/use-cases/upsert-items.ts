import { setImmediate as nextTurn } from 'node:timers/promises';

import { type AuditEntry, creationChanges } from '../../../../platform/audit/index.js';

import type { Transaction } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import type { ListType } from '../domain/list-enumerations.js';
import type { ListEventSummary } from '../domain/list-events.js';
import type { AddedBy, DuplicatePolicy, ItemCounts, NewListItem } from '../domain/list-item.js';
import { normalizeListValue } from '../domain/list-keys.js';
import { type NormalizedItems, planUpsert } from '../domain/plan-upsert.js';
import {
  type FoundItem,
  insertItems,
  isExpired,
  findExistingItems,
  removeItems,
  updateItems,
} from '../persistence/list-items-writer.js';
import { type LockedList, commitRevision } from '../persistence/list-lock.js';

export interface ItemsUpsert extends NormalizedItems {
  readonly organizationId: string;
  readonly policy: DuplicatePolicy;
  /** Number of items per statement. */
  readonly batchSize: number;
  readonly addedBy: AddedBy;
}

export interface ItemsUpsertResult {
  readonly counts: ItemCounts;
  /** The updated list; `null` if nothing changed. */
  readonly list: ListEventSummary | null;
  readonly createdIds: readonly string[];
}

/** Normalizes the values of items for the type of list, in portions, so that other work is not held up. */
export async function normalizeItems(items: readonly NewListItem[], type: ListType): Promise<NormalizedItems> {
  const normalized: (string | null)[] = [];
  for (const [index, { primaryValue }] of items.entries()) {
    if (index % limits.listItemsAtOnce === 0) await nextTurn();
    normalized.push(normalizeListValue(type, primaryValue));
  }
  return { items, normalized };
}

/** Adds items to a list that the transaction has locked. Invalid items are counted and skipped, and expired ones replaced. */
export async function upsertItems(
  client: Transaction,
  list: LockedList,
  { organizationId, items, normalized, policy, batchSize, addedBy }: ItemsUpsert,
  now: Date,
): Promise<ItemsUpsertResult> {
  const present = new Map<string, FoundItem>();
  for (const values of chunks(normalized, batchSize))
    for (const [value, item] of await findExistingItems(client, organizationId, list.id, values))
      present.set(value, item);
  const expired = policy.updateExisting ? [] : [...present].filter(([, item]) => isExpired(item, now));
  for (const [value] of expired) present.delete(value);
  const { toCreate, toUpdate, counts } = planUpsert({ items, normalized }, list.type, present, policy);
  const change = { organizationId, list, now };
  for (const some of chunks(expired, batchSize))
    await removeItems(
      client,
      change,
      some.map(([, { id }]) => id),
    );
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
  const known = toUpdate.map((sorted) => ({ ...sorted, id: present.get(sorted.normalized)!.id }));
  for (const batch of chunks(known, batchSize)) await updateItems(client, change, batch);
  const isChanged = toCreate.length + toUpdate.length > 0;
  return {
    counts,
    createdIds,
    list: isChanged ? await commitRevision(client, change, toCreate.length - expired.length) : null,
  };
}

export const itemsAddedEntry = (listId: string, { created, updated }: ItemCounts): AuditEntry => ({
  event: 'data_list_items_added',
  resourceType: 'data_list',
  resourceId: listId,
  summary: `${created} items added, ${updated} updated`,
  changes: creationChanges({ created, updated }),
});

export function* chunks<T>(all: readonly T[], size: number): Iterable<readonly T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}
