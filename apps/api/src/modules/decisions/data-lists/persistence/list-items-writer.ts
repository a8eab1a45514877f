import { newId, type Queryable } from '../../../../platform/database/index.js';
import { stringifyJson } from '../../../../platform/http/index.js';
import type { AddedBy } from '../domain/list-item.js';
import { itemKeys } from '../domain/list-keys.js';
import type { PlannedItem } from '../domain/plan-upsert.js';
import { storedItemColumns } from './item-row.js';
import { type ItemsChange, nextRevision } from './list-lock.js';

/** An item on a list, whether active or not. */
export interface FoundItem {
  readonly id: string;
  readonly isActive: boolean;
  readonly expiresAt: Date | null;
}

/** Whether an item no longer counts, so that its value can be added anew. An inactive item stays on the list as it is. */
export const isExpired = ({ isActive, expiresAt }: FoundItem, now: Date): boolean =>
  isActive && expiresAt !== null && expiresAt <= now;

/** Returns the items with these values that are on the list. */
export async function findExistingItems(
  client: Queryable,
  organizationId: string,
  listId: string,
  normalized: readonly (string | null)[],
): Promise<ReadonlyMap<string, FoundItem>> {
  const { rows } = await client.query<FoundItem & { readonly value: string }>(
    `select normalized_primary_value as value, id, is_active as "isActive", expires_at as "expiresAt" from data_list_items
     where organization_id = $1 and list_id = $2 and normalized_primary_value = any($3)`,
    [organizationId, listId, normalized],
  );
  return new Map(rows.map(({ value, ...item }) => [value, item]));
}

/** An item and who added it. */
export type AddedItem = PlannedItem & { readonly addedBy: AddedBy };
export type ExistingItem = PlannedItem & { readonly id: string };

const columns = `secondary_value, search_keys, category, risk_score, severity, reason, source_reference, item_data, metadata,
  is_active, expires_at`;

const itemValues = `x.secondary_value, array(select jsonb_array_elements_text(x.search_keys)), x.category, x.risk_score, x.severity,
  x.reason, x.source_reference, x.item_data::json, x.metadata::json, x.is_active, x.expires_at`;

const itemRecordset = `jsonb_to_recordset($3::jsonb) as x (id uuid, primary_value text, normalized text, secondary_value text,
  search_keys jsonb, category text, risk_score float8, severity text, reason text, source_reference text, item_data text,
  metadata text, is_active boolean, expires_at timestamptz, added_by jsonb)`;

/** Inserts items and returns their ids, in order. */
export async function insertItems(
  client: Queryable,
  change: ItemsChange,
  items: readonly AddedItem[],
): Promise<readonly string[]> {
  const known = items.map((sorted) => ({ ...sorted, id: newId(change.now.getTime()) }));
  await client.query(
    `insert into data_list_items (organization_id, list_id, id, primary_value, normalized_primary_value, ${columns},
       added_by, created_by, created_at, updated_at, from_revision)
     select $1, $2, x.id, x.primary_value, x.normalized, ${itemValues}, x.added_by, x.added_by ->> 'id', $4, $4, $5 from ${itemRecordset}`,
    [
      change.organizationId,
      change.list.id,
      JSON.stringify(known.map((item) => ({ ...toRecord(item), added_by: item.addedBy }))),
      change.now,
      nextRevision(change),
    ],
  );
  await insertKeys(client, change, known);
  return known.map(({ id }) => id);
}

/** Updates items. Their previous states remain readable by revision. */
export async function updateItems(
  client: Queryable,
  change: ItemsChange,
  items: readonly ExistingItem[],
): Promise<void> {
  const ids = items.map(({ id }) => id);
  await archiveItems(client, change, ids);
  await client.query(
    `update data_list_items i
     set (primary_value, normalized_primary_value, ${columns}, updated_at, from_revision)
       = (x.primary_value, x.normalized, ${itemValues}, $4, $5)
     from ${itemRecordset} where i.organization_id = $1 and i.list_id = $2 and i.id = x.id`,
    [change.organizationId, change.list.id, JSON.stringify(items.map(toRecord)), change.now, nextRevision(change)],
  );
  await insertKeys(client, change, items);
}

/** Removes items from the list. Their previous states remain readable by revision. */
export async function removeItems(client: Queryable, change: ItemsChange, ids: readonly string[]): Promise<void> {
  await archiveItems(client, change, ids);
  await client.query(
    'delete from data_list_items where organization_id = $1 and list_id = $2 and id = any($3::uuid[])',
    [change.organizationId, change.list.id, ids],
  );
}

/** Copies items to the table of past states, and moves their keys to the table of past keys. */
export async function archiveItems(client: Queryable, change: ItemsChange, ids: readonly string[]): Promise<void> {
  const values = [change.organizationId, change.list.id, ids, nextRevision(change)];
  await client.query(
    `insert into data_list_past_items (organization_id, list_id, from_revision, to_revision, ${storedItemColumns})
     select organization_id, list_id, from_revision, $4, ${storedItemColumns} from data_list_items
     where organization_id = $1 and list_id = $2 and id = any($3::uuid[])`,
    values,
  );
  const keys = 'organization_id, list_id, key, item_id, from_revision, is_active, expires_at';
  await client.query(
    `with gone as (
       delete from data_list_keys where organization_id = $1 and list_id = $2 and item_id = any($3::uuid[]) returning ${keys})
     insert into data_list_past_keys (${keys}, to_revision) select ${keys}, $4::int from gone`,
    values,
  );
}

async function insertKeys(client: Queryable, change: ItemsChange, items: readonly ExistingItem[]): Promise<void> {
  const { organizationId, list } = change;
  const keys = items.flatMap(({ id, item }) =>
    itemKeys(list.type, [item.primaryValue, ...(item.searchKeys ?? [])]).map((key) => ({ id, key, item })),
  );
  await client.query(
    `insert into data_list_keys (organization_id, list_id, key, item_id, is_active, expires_at, from_revision)
     select $1, $2, key, item_id, is_active, expires_at, $7
     from unnest($3::text[], $4::uuid[], $5::boolean[], $6::timestamptz[]) as k (key, item_id, is_active, expires_at)`,
    [
      organizationId,
      list.id,
      keys.map(({ key }) => key),
      keys.map(({ id }) => id),
      keys.map(({ item }) => item.isActive ?? true),
      keys.map(({ item }) => item.expiresAt ?? null),
      nextRevision(change),
    ],
  );
}

const toRecord = ({ id, item, normalized }: ExistingItem): object => ({
  id,
  primary_value: item.primaryValue,
  normalized,
  secondary_value: item.secondaryValue ?? null,
  search_keys: item.searchKeys ?? [],
  category: item.category ?? null,
  risk_score: item.riskScore ?? null,
  severity: item.severity ?? null,
  reason: item.reason ?? null,
  source_reference: item.sourceReference ?? null,
  item_data: stringifyJson(item.itemData ?? {}),
  metadata: stringifyJson(item.metadata ?? {}),
  is_active: item.isActive ?? true,
  expires_at: item.expiresAt ?? null,
});
