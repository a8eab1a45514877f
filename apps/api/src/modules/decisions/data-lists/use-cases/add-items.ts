import { Injectable } from '@nestjs/common';

import { type AuditSubject, recordAudit } from '../../../../platform/audit/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { listUpdatedEvent } from '../domain/list-events.js';
import type { ItemCounts } from '../domain/list-item.js';
import { lockLists } from '../persistence/list-lock.js';
import { announceItems } from './announce-items.js';
import { itemsAddedEntry, type ItemsUpsert, normalizeItems, upsertItems } from './upsert-items.js';

export interface AddItemsRequest extends Omit<ItemsUpsert, 'normalized'> {
  readonly listId: string;
}

@Injectable()
export class AddItems {
  constructor(private readonly database: TenantDatabase) {}

  /** Adds all items or none, except for items with errors of their own. Returns `null` if there is no such list. */
  add(request: AddItemsRequest, by: AuditSubject, now: Date): Promise<ItemCounts | null> {
    const { organizationId, listId } = request;
    return this.database.transaction(organizationId, async (client) => {
      const [locked] = await lockLists(client, organizationId, [listId]);
      if (!locked) return null;
      const { normalized } = await normalizeItems(request.items, locked.type);
      const { counts, list, createdIds } = await upsertItems(client, locked, { ...request, normalized }, now);
      if (!list) return counts;
      await announceItems(client, organizationId, list, createdIds);
      if (counts.updated > 0) await writeEvents(client, [listUpdatedEvent(organizationId, list)]);
      await recordAudit(client, by, [itemsAddedEntry(listId, counts)]);
      return counts;
    });
  }
}
