import { Injectable } from '@nestjs/common';
import { failure, ok, type Result } from '@tamis/stdx';

import { keepAccountNumbers } from '../../../../platform/account-numbers/index.js';
import { type AuditEntry, diffChanges, byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { RawJson, stringifyJson } from '../../../../platform/http/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { listUpdatedEvent } from '../domain/list-events.js';
import { definedMembers } from '../domain/defined-members.js';
import type { NewListItem } from '../domain/list-item.js';
import { normalizeListValue } from '../domain/list-keys.js';
import type { ItemRow } from '../persistence/item-row.js';
import { findExistingItems, removeItems, updateItems } from '../persistence/list-items-writer.js';
import { findRemovedItem, putBackItem } from '../persistence/list-items-restorer.js';
import { type ItemsChange, lockLists, commitRevision } from '../persistence/list-lock.js';
import { findItem, itemView } from './announce-items.js';

/** Changes to an item; undefined members stay unchanged, and `null` clears them. */
export type ItemPatch = { readonly [K in keyof NewListItem]?: NewListItem[K] | null | undefined };

export type ItemProblem = 'not-found' | 'invalid-value' | 'duplicate';

@Injectable()
export class ChangeItem {
  constructor(private readonly database: TenantDatabase) {}

  /** Returns the changed item. A patch that changes nothing creates no revision. */
  patch(
    principal: Principal,
    listId: string,
    itemId: string,
    patch: ItemPatch,
    now: Date,
  ): Promise<Result<ItemRow, ItemProblem>> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      const [list] = await lockLists(client, organizationId, [listId]);
      const before = list && (await findItem(client, organizationId, listId, itemId));
      if (!list || !before) return failure('not-found');
      const item = applyItemPatch(before, patch);
      const normalized = normalizeListValue(list.type, item.primaryValue);
      if (normalized === null) return failure('invalid-value');
      const present = await findExistingItems(client, organizationId, listId, [normalized]);
      if ((present.get(normalized)?.id ?? itemId) !== itemId) return failure('duplicate');
      const change = { organizationId, list, now };
      if (isSame(before, item)) return ok(before);
      await updateItems(client, change, [{ id: itemId, item, normalized }]);
      const after = (await findItem(client, organizationId, listId, itemId))!;
      const changes = diffChanges(itemView(before), itemView(after), auditedMembers);
      await recordItemUpdate(client, principal, {
        change,
        item: after,
        added: 0,
        entry: { ...itemChangedEntry(listId, after), changes },
      });
      return ok(after);
    });
  }

  /** Returns `false` if there is no such item. */
  delete(principal: Principal, listId: string, itemId: string, now: Date): Promise<boolean> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      const [list] = await lockLists(client, organizationId, [listId]);
      const item = list && (await findItem(client, organizationId, listId, itemId));
      if (!list || !item) return false;
      const change = { organizationId, list, now };
      await removeItems(client, change, [itemId]);
      await recordItemUpdate(client, principal, { change, item, added: -1, entry: itemRemovedEntry(listId, item) });
      return true;
    });
  }

  /** Restores a removed item with its id and content at the time. An item that is still on the list is returned as it is. */
  restore(principal: Principal, listId: string, itemId: string, now: Date): Promise<Result<ItemRow, ItemProblem>> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      const [list] = await lockLists(client, organizationId, [listId]);
      if (!list) return failure('not-found');
      const standing = await findItem(client, organizationId, listId, itemId);
      if (standing) return ok(standing);
      const change = { organizationId, list, now };
      const removed = await findRemovedItem(client, change, itemId);
      if (!removed) return failure('not-found');
      const present = await findExistingItems(client, organizationId, listId, [removed.normalized]);
      if (present.size > 0) return failure('duplicate');
      await putBackItem(client, change, itemId, removed);
      const item = (await findItem(client, organizationId, listId, itemId))!;
      const entry = itemRestoredEntry(listId, item);
      await recordItemUpdate(client, principal, { change, item, added: 1, entry });
      return ok(item);
    });
  }
}

interface ItemUpdate {
  readonly change: ItemsChange;
  readonly item: ItemRow;
  readonly added: number;
  readonly entry: AuditEntry;
}

async function recordItemUpdate(
  client: Transaction,
  principal: Principal,
  { change, item, added, entry }: ItemUpdate,
): Promise<void> {
  const list = await commitRevision(client, change, added);
  await writeEvents(client, [listUpdatedEvent(change.organizationId, list, itemView(item))]);
  await recordAudit(client, byPrincipal(principal), [entry]);
}

function applyItemPatch(before: ItemRow, patch: ItemPatch): NewListItem {
  const kept: NewListItem = {
    primaryValue: before.primaryValue,
    secondaryValue: before.secondaryValue,
    searchKeys: before.searchKeys,
    category: before.category,
    riskScore: before.riskScore,
    severity: before.severity,
    reason: before.reason,
    sourceReference: before.sourceReference,
    itemData: new RawJson(before.itemData),
    metadata: new RawJson(before.metadata),
    isActive: before.isActive,
    expiresAt: before.expiresAt?.toISOString() ?? null,
  };
  const { primaryValue, itemData, metadata, ...rest } = definedMembers<NewListItem>(patch);
  return {
    ...kept,
    ...rest,
    ...(itemData !== undefined && { itemData: withNumbersOf(before.itemData, itemData) }),
    ...(metadata !== undefined && { metadata: withNumbersOf(before.metadata, metadata) }),
    primaryValue: primaryValue ?? kept.primaryValue,
  };
}

const withNumbersOf = (stored: string, sent: object | null): RawJson =>
  new RawJson(keepAccountNumbers(stringifyJson(sent ?? {}), stored));

/** Whether an item would be stored unchanged. */
function isSame(before: ItemRow, after: NewListItem): boolean {
  const { expiresAt, ...unchanged } = applyItemPatch(before, {});
  const { expiresAt: expiresNext, ...next } = {
    ...after,
    searchKeys: after.searchKeys ?? [],
    isActive: after.isActive ?? true,
  };
  const instant = (text: string | null | undefined): number | null => (text == null ? null : Date.parse(text));
  return stringifyJson(unchanged) === stringifyJson(next) && instant(expiresAt) === instant(expiresNext);
}

const auditedMembers = [
  'primaryValue',
  'secondaryValue',
  'searchKeys',
  'category',
  'riskScore',
  'severity',
  'reason',
  'sourceReference',
  'isActive',
  'expiresAt',
] as const;

const itemChangedEntry = (listId: string, { id }: ItemRow): AuditEntry => ({
  event: 'data_list_updated',
  resourceType: 'data_list',
  resourceId: listId,
  summary: `item ${id} changed`,
});

const itemRestoredEntry = (listId: string, { id, primaryValue }: ItemRow): AuditEntry => ({
  event: 'data_list_updated',
  resourceType: 'data_list',
  resourceId: listId,
  summary: `item ${id} restored`,
  changes: { primaryValue: { previous: null, current: primaryValue } },
});

const itemRemovedEntry = (listId: string, { id, primaryValue }: ItemRow): AuditEntry => ({
  event: 'data_list_updated',
  resourceType: 'data_list',
  resourceId: listId,
  summary: `item ${id} removed`,
  changes: { primaryValue: { previous: primaryValue, current: null } },
});
