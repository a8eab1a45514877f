import { failure, ok, type Result } from '@tamis/stdx';

import { type AuditEntry, bySystem, creationChanges, recordAudit } from '../../../../platform/audit/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { listUpdatedEvent } from '../domain/list-events.js';
import type { DuplicatePolicy, ItemError, NewListItem } from '../domain/list-item.js';
import { planReplacement, type ReplacementDoubt } from '../domain/plan-replacement.js';
import { planUpsert } from '../domain/plan-upsert.js';
import {
  findExistingItems,
  type FoundItem,
  insertItems,
  isExpired,
  removeItems,
  updateItems,
} from '../persistence/list-items-writer.js';
import { commitRevision, type ItemsChange, lockLists } from '../persistence/list-lock.js';
import { contentOfItem, findSyncedItems, setSyncTime } from '../persistence/synced-items.js';
import { chunks, normalizeItems } from './upsert-items.js';

export interface SyncedFile {
  readonly organizationId: string;
  readonly listId: string;
  /** Id of the sync that adds the new items. */
  readonly syncId: string;
  readonly items: readonly NewListItem[];
  /** Whether the items are replaced even if more than half of them would be removed. */
  readonly force: boolean;
}

/** Result of a replacement. The sum of all members except `removed` is the number of items in the file. */
export interface ReplacementCounts {
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
  readonly unchanged: number;
  /** Values that were added to the list by something other than a sync. */
  readonly skipped: number;
  /** Values that occur earlier in the file. */
  readonly duplicates: number;
  /** Items that are not valid for the list; `index` refers to `items`. */
  readonly errors: readonly ItemError[];
  /** New revision of the list. */
  readonly revision: number;
}

const firstOfEachValue: DuplicatePolicy = { ignoreDuplicates: true, updateExisting: false };

/**
 * Replaces the items that syncs have added to a list with those of a file, in one revision. Other items stay. Returns `null` if there is no
 * such list, or it is archived.
 */
export async function replaceSyncedItems(
  client: Transaction,
  file: SyncedFile,
  now: Date,
): Promise<Result<ReplacementCounts | null, ReplacementDoubt>> {
  const { organizationId, listId, force } = file;
  const [list] = await lockLists(client, organizationId, [listId]);
  if (!list || list.status === 'archived') return ok(null);
  const itemsOfFile = planUpsert(await normalizeItems(file.items, list.type), list.type, new Set(), firstOfEachValue);
  const wanted = new Map(itemsOfFile.toCreate.map((planned) => [planned.normalized, planned]));
  const synced = await findSyncedItems(client, organizationId, listId);
  const others = await findOthers(
    client,
    file,
    [...wanted.keys()].filter((value) => !synced.has(value)),
  );
  const expired = [...others].filter(([, item]) => isExpired(item, now));
  for (const [value] of expired) others.delete(value);
  const plan = planReplacement(wanted, synced, others, { contentOf: contentOfItem, force });
  if (!plan.ok) return failure(plan.error);
  const { toCreate, toUpdate, toRemove, unchanged, skipped } = plan.value;
  const change: ItemsChange = { organizationId, list, now };
  const size = limits.bulkItemsBatchSize;
  const addedBy = { type: 'sync', id: file.syncId } as const;
  const gone = [...toRemove, ...expired.map(([, { id }]) => id)];
  for (const ids of chunks(gone, size)) await removeItems(client, change, ids);
  for (const some of chunks(toUpdate, size)) await updateItems(client, change, some);
  for (const some of chunks(toCreate, size))
    await insertItems(
      client,
      change,
      some.map((planned) => ({ ...planned, addedBy })),
    );
  const counts = { created: toCreate.length, updated: toUpdate.length, removed: toRemove.length };
  const isChanged = counts.created + counts.updated + counts.removed > 0;
  await setSyncTime(client, organizationId, listId, now);
  let { revision } = list;
  if (isChanged) {
    const after = await commitRevision(client, change, counts.created - gone.length);
    revision = after.revision;
    await writeEvents(client, [listUpdatedEvent(organizationId, after)]);
    await recordAudit(client, bySystem(organizationId, 'list syncs'), [syncedEntry(listId, counts)]);
  }
  const { duplicates, errorDetails: errors } = itemsOfFile.counts;
  return ok({ ...counts, unchanged, skipped, duplicates, errors, revision });
}

async function findOthers(
  client: Transaction,
  { organizationId, listId }: SyncedFile,
  values: readonly string[],
): Promise<Map<string, FoundItem>> {
  const others = new Map<string, FoundItem>();
  for (const some of chunks(values, limits.bulkItemsBatchSize))
    for (const [value, item] of await findExistingItems(client, organizationId, listId, some)) others.set(value, item);
  return others;
}

const syncedEntry = (
  listId: string,
  counts: { readonly created: number; readonly updated: number; readonly removed: number },
): AuditEntry => ({
  event: counts.created > 0 ? 'data_list_items_added' : 'data_list_items_synced',
  resourceType: 'data_list',
  resourceId: listId,
  summary: `${counts.created} items added, ${counts.updated} updated, ${counts.removed} removed by a sync`,
  changes: creationChanges(counts),
});
