import { foldedSql, type Queryable, searchPattern } from '../../../../platform/database/index.js';
import { itemColumns, type ItemRow } from './item-row.js';

/** A key that is looked up on a list. */
export interface KeyLookup {
  readonly place: number;
  readonly listId: string;
  readonly key: string;
}

export type KeyMatch = KeyLookup & ItemRow;

/**
 * Finds the active, unexpired items that have the keys, each once per key. A newly filled list looks small to the planner, which then
 * considers every index equally good: `offset 0` forces a look-up of each key, and `order by id limit 1` makes it read the item by its id.
 */
export async function findLiveItems(
  client: Queryable,
  organizationId: string,
  questions: readonly KeyLookup[],
  now: Date,
): Promise<readonly KeyMatch[]> {
  const { rows } = await client.query<KeyMatch>(
    `select p.place, p.key, i.*
     from unnest($2::int[], $3::uuid[], $4::text[]) as p (place, list_id, key)
       cross join lateral (
         select list_id, item_id from data_list_keys
         where organization_id = $1 and list_id = p.list_id and key = p.key and is_active
           and (expires_at is null or expires_at > $5) offset 0) k
       join lateral (
         select ${itemColumns} from data_list_items
         where organization_id = $1 and list_id = k.list_id and id >= k.item_id order by id limit 1) i on i.id = k.item_id
     order by p.place, i.id`,
    [
      organizationId,
      questions.map(({ place }) => place),
      questions.map(({ listId }) => listId),
      questions.map(({ key }) => key),
      now,
    ],
  );
  return rows;
}

export interface FoundItems {
  readonly items: readonly ItemRow[];
  readonly total: number;
}

/** Finds items of one list, active or not, that have one of the keys. */
export function findItemsByKey(
  client: Queryable,
  organizationId: string,
  { listId, keys, limit }: { readonly listId: string; readonly keys: readonly string[]; readonly limit: number },
): Promise<FoundItems> {
  const condition = `id in (select item_id from data_list_keys
    where organization_id = $1 and list_id = $2 and key = any($3::text[]))`;
  return findWhere(client, condition, [organizationId, listId, keys], limit);
}

/** Finds items of one list, active or not, whose value or one of whose search keys contains the text. */
export function findItemsContaining(
  client: Queryable,
  organizationId: string,
  { listId, text, limit }: { readonly listId: string; readonly text: string; readonly limit: number },
): Promise<FoundItems> {
  const condition = `(${foldedSql('primary_value')} ilike $3
    or exists (select 1 from unnest(search_keys) as key where ${foldedSql('key')} ilike $3))`;
  return findWhere(client, condition, [organizationId, listId, searchPattern(text)], limit);
}

async function findWhere(
  client: Queryable,
  condition: string,
  values: readonly unknown[],
  limit: number,
): Promise<FoundItems> {
  const where = `organization_id = $1 and list_id = $2 and ${condition}`;
  const { rows } = await client.query<ItemRow>(
    `select ${itemColumns} from data_list_items where ${where} order by normalized_primary_value limit $4`,
    [...values, limit],
  );
  if (rows.length < limit) return { items: rows, total: rows.length };
  const counted = await client.query<{ total: number }>(
    `select count(*)::int as total from data_list_items where ${where}`,
    [...values],
  );
  return { items: rows, total: counted.rows[0]!.total };
}
