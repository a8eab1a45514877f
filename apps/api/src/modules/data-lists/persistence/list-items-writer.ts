import { newId, type Queryable, type TransactionClient } from '../../../platform/database/index.js';
import type { ListStatus, ListType } from '../domain/list-enumerations.js';
import { itemKeys } from '../domain/list-keys.js';
import type { AddedBy } from '../domain/list-item.js';
import type { SortedItem } from '../domain/sort-items.js';

export interface LockedList {
  readonly id: string;
  readonly type: ListType;
  readonly status: ListStatus;
  readonly isGlobal: boolean;
}

/** Locks lists until the transaction ends, in the order of their ids, so that writers of the same lists never block each other. */
export async function lockLists(
  client: TransactionClient,
  organizationId: string,
  ids: readonly string[],
): Promise<LockedList[]> {
  const { rows } = await client.query<LockedList>(
    `select id, type, status, is_global as "isGlobal" from data_lists
     where organization_id = $1 and id = any($2::uuid[]) order by id for update`,
    [organizationId, ids],
  );
  return rows;
}

/** The values of `normalized` that are on the list, with the ids of their items. */
export async function presentItems(
  client: Queryable,
  organizationId: string,
  listId: string,
  normalized: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ value: string; id: string }>(
    `select normalized_primary_value as value, id from data_list_items
     where organization_id = $1 and list_id = $2 and normalized_primary_value = any($3)`,
    [organizationId, listId, normalized],
  );
  return new Map(rows.map(({ value, id }) => [value, id]));
}

export interface ItemWrite {
  readonly organizationId: string;
  readonly list: LockedList;
  readonly addedBy: AddedBy;
  readonly now: Date;
}

const columns = `secondary_value, search_keys, category, risk_score, severity, reason, source_reference, item_data, metadata,
  is_active, expires_at`;

const given = `x.secondary_value, array(select jsonb_array_elements_text(x.search_keys)), x.category, x.risk_score, x.severity,
  x.reason, x.source_reference, x.item_data::json, x.metadata::json, x.is_active, x.expires_at`;

const records = `jsonb_to_recordset($3::jsonb) as x (id uuid, primary_value text, normalized text, secondary_value text,
  search_keys jsonb, category text, risk_score float8, severity text, reason text, source_reference text, item_data text,
  metadata text, is_active boolean, expires_at timestamptz)`;

export async function insertItems(client: Queryable, write: ItemWrite, items: readonly SortedItem[]): Promise<void> {
  const identified = items.map((sorted) => ({ ...sorted, id: newId(write.now.getTime()) }));
  await client.query(
    `insert into data_list_items (organization_id, list_id, id, primary_value, normalized_primary_value, ${columns},
       added_by, created_by, created_at, updated_at)
     select $1, $2, x.id, x.primary_value, x.normalized, ${given}, $4::jsonb, $5, $6, $6 from ${records}`,
    [
      write.organizationId,
      write.list.id,
      JSON.stringify(identified.map(recordOf)),
      JSON.stringify(write.addedBy),
      write.addedBy.id,
      write.now,
    ],
  );
  await insertKeys(client, write, identified);
}

type Identified = SortedItem & { readonly id: string };

export async function updateItems(client: Queryable, write: ItemWrite, items: readonly Identified[]): Promise<void> {
  await client.query(
    `update data_list_items i set (primary_value, ${columns}, updated_at) = (x.primary_value, ${given}, $4) from ${records}
     where i.organization_id = $1 and i.list_id = $2 and i.id = x.id`,
    [write.organizationId, write.list.id, JSON.stringify(items.map(recordOf)), write.now],
  );
  await client.query(
    'delete from data_list_keys where organization_id = $1 and list_id = $2 and item_id = any($3::uuid[])',
    [write.organizationId, write.list.id, items.map(({ id }) => id)],
  );
  await insertKeys(client, write, items);
}

/** Raises the list's revision: every change of its items is a new state that a replay can name. */
export async function noteChange(
  client: Queryable,
  { organizationId, list, now }: ItemWrite,
  created: number,
): Promise<void> {
  await client.query(
    `update data_lists set revision = revision + 1, item_count = item_count + $3, updated_at = $4
     where organization_id = $1 and id = $2`,
    [organizationId, list.id, created, now],
  );
}

async function insertKeys(
  client: Queryable,
  { organizationId, list }: ItemWrite,
  items: readonly Identified[],
): Promise<void> {
  const keys = items.flatMap(({ id, item }) =>
    itemKeys(list.type, [item.primaryValue, ...(item.searchKeys ?? [])]).map((key) => ({ id, key })),
  );
  await client.query(
    `insert into data_list_keys (organization_id, list_id, key, item_id)
     select $1, $2, key, item_id from unnest($3::text[], $4::uuid[]) as k (key, item_id)`,
    [organizationId, list.id, keys.map(({ key }) => key), keys.map(({ id }) => id)],
  );
}

const recordOf = ({ id, item, normalized }: Identified): object => ({
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
  item_data: JSON.stringify(item.itemData ?? {}),
  metadata: JSON.stringify(item.metadata ?? {}),
  is_active: item.isActive ?? true,
  expires_at: item.expiresAt ?? null,
});
