import type { Queryable } from '../../../../platform/database/index.js';
import type { ListType } from '../domain/list-enumerations.js';

/** A list item that names a person or company. */
export interface ListedName {
  readonly id: string;
  /** Name of the list it is on. */
  readonly list: string;
  readonly type: ListType;
  readonly primaryValue: string;
  readonly searchKeys: readonly string[];
}

/** Returns items of the active lists of certain types, up to a limit; for a past time, the items that were on them then. */
export async function findListedNames(
  client: Queryable,
  organizationId: string,
  { types, most, at }: { readonly types: readonly ListType[]; readonly most: number; readonly at: Date | null },
): Promise<readonly ListedName[]> {
  const { rows } = await client.query<ListedName>({
    name: at === null ? 'listed-names' : 'past-listed-names',
    text: `select i.id, l.name as list, l.type, i.primary_value as "primaryValue", i.search_keys as "searchKeys"
      from data_lists l ${at === null ? itemsSql : pastItemsSql}
      where l.organization_id = $1 and l.status = 'active' and l.type = any($2::text[]) and i.is_active
        and (i.expires_at is null or i.expires_at > ${at === null ? 'now()' : '$4'})
      order by i.id limit $3`,
    values: [organizationId, types, most, ...(at === null ? [] : [at])],
  });
  return rows;
}

const itemsSql = 'join data_list_items i on i.organization_id = l.organization_id and i.list_id = l.id';

const pastItemsSql = `cross join lateral (select coalesce(max(r.revision), 0) as revision from data_list_revisions r
    where r.organization_id = $1 and r.list_id = l.id and r.made_at <= $4) past
  cross join lateral (
    select id, primary_value, search_keys, is_active, expires_at from data_list_items
    where organization_id = $1 and list_id = l.id and from_revision <= past.revision
    union all
    select id, primary_value, search_keys, is_active, expires_at from data_list_past_items
    where organization_id = $1 and list_id = l.id and from_revision <= past.revision and to_revision > past.revision) i`;

/**
 * Returns the times at which the content of the active lists of certain types changed, or will change as items expire: milliseconds since
 * 1970 UTC, in ascending order.
 */
export async function findListedNameChanges(
  client: Queryable,
  organizationId: string,
  types: readonly ListType[],
): Promise<readonly number[]> {
  const { rows } = await client.query<{ readonly at: number }>({
    name: 'listed-name-changes',
    text: `select distinct ceil(extract(epoch from c.at) * 1000)::float8 as at
      from data_lists l cross join lateral (
        select made_at as at from data_list_revisions where organization_id = $1 and list_id = l.id
        union all
        select expires_at from data_list_items where organization_id = $1 and list_id = l.id
        union all
        select expires_at from data_list_past_items where organization_id = $1 and list_id = l.id) c
      where l.organization_id = $1 and l.status = 'active' and l.type = any($2::text[]) and c.at is not null
      order by at`,
    values: [organizationId, types],
  });
  return rows.map(({ at }) => at);
}
