import { Injectable } from '@nestjs/common';

import { type AuditEntry, type AuditSubject, createdWith, recordAudit } from '../../../platform/audit/index.js';
import { TenantDatabase, type TransactionClient } from '../../../platform/database/index.js';
import type { AddedBy, DuplicatePolicy, ItemCounts, NewListItem } from '../domain/list-item.js';
import { normalizedValues, sortItems } from '../domain/sort-items.js';
import { insertItems, lockLists, noteChange, presentItems, updateItems } from '../persistence/list-items-writer.js';

export interface AddItemsRequest {
  readonly organizationId: string;
  readonly listId: string;
  readonly items: readonly NewListItem[];
  readonly policy: DuplicatePolicy;
  /** Items of one statement. */
  readonly batchSize: number;
  readonly addedBy: AddedBy;
}

@Injectable()
export class AddItems {
  constructor(private readonly database: TenantDatabase) {}

  /** All or nothing, except for items that are errors of their own. Null when there is no such list. */
  run(request: AddItemsRequest, by: AuditSubject, now: Date): Promise<ItemCounts | null> {
    return this.database.transaction(request.organizationId, async (client) => {
      const counts = await add(client, request, now);
      if (counts && counts.created + counts.updated > 0) await recordAudit(client, by, [itemsAdded(request, counts)]);
      return counts;
    });
  }
}

async function add(client: TransactionClient, request: AddItemsRequest, now: Date): Promise<ItemCounts | null> {
  const { organizationId, listId, items, policy, addedBy } = request;
  const [list] = await lockLists(client, organizationId, [listId]);
  if (!list) return null;
  const present = await presentItems(client, organizationId, listId, normalizedValues(items, list.type));
  const { toCreate, toUpdate, counts } = sortItems(items, list.type, new Set(present.keys()), policy);
  const write = { organizationId, list, addedBy, now };
  for (const batch of batches(toCreate, request.batchSize)) await insertItems(client, write, batch);
  const known = toUpdate.map((sorted) => ({ ...sorted, id: present.get(sorted.normalized)! }));
  for (const batch of batches(known, request.batchSize)) await updateItems(client, write, batch);
  if (toCreate.length + toUpdate.length > 0) await noteChange(client, write, toCreate.length);
  return counts;
}

const itemsAdded = ({ listId }: AddItemsRequest, counts: ItemCounts): AuditEntry => ({
  event: 'data_list_items_added',
  resourceType: 'data_list',
  resourceId: listId,
  summary: `${counts.created} items added, ${counts.updated} updated`,
  changes: createdWith({ created: counts.created, updated: counts.updated }),
});

function* batches<T>(all: readonly T[], size: number): Iterable<readonly T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}
