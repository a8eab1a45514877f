import type { Queryable } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { itemColumns, type ItemRow } from './item-row.js';

/** Returns items of a list by id, sorted by value. */
export async function findItems(
  client: Queryable,
  organizationId: string,
  listId: string,
  ids: readonly string[],
): Promise<readonly ItemRow[]> {
  const { rows } = await client.query<ItemRow>(
    `select ${itemColumns} from data_list_items
     where organization_id = $1 and list_id = $2 and id = any($3::uuid[]) order by normalized_primary_value`,
    [organizationId, listId, ids],
  );
  return rows;
}

/**
 * Returns the categories on a list, sorted, up to the maximum for a response. Reads one index entry for each, so a million items cost no
 * more than ten.
 */
export async function findCategories(
  client: Queryable,
  organizationId: string,
  listId: string,
): Promise<readonly string[]> {
  const next = (after: string): string =>
    `(select category from data_list_items where organization_id = $1 and list_id = $2 and category is not null ${after}
      order by category limit 1)`;
  const { rows } = await client.query<{ readonly category: string }>(
    `with recursive found (category) as (
       select * from ${next('')} first
       union all
       select ${next('and category > found.category')} from found where found.category is not null)
     select category from found where category is not null limit $3`,
    [organizationId, listId, limits.dataListCategories],
  );
  return rows.map(({ category }) => category);
}

/** SQL: the items of a list as they were at a revision. `$1`, `$2` and `$3` are organization, list and revision. */
export const itemsAtRevision = `(
  select organization_id, list_id, normalized_primary_value as normalized, ${itemColumns} from data_list_items
  where organization_id = $1 and list_id = $2 and from_revision <= $3
  union all
  select organization_id, list_id, normalized_primary_value as normalized, ${itemColumns} from data_list_past_items
  where organization_id = $1 and list_id = $2 and from_revision <= $3 and to_revision > $3)`;
