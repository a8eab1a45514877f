import type { ListChange } from '@tamis/dry-run';
import type { ListItem } from '@tamis/lang';

import type { Queryable } from '../../../../platform/database/index.js';

/** A list change with its time, in milliseconds since 1970 UTC. */
export interface TimedListChange {
  readonly at: number;
  readonly change: ListChange;
}

interface ItemRow {
  readonly id: string;
  /** JSON text of a `ListItem`. */
  readonly item: string;
  readonly by_rule: boolean;
  /** Whole milliseconds, the precision of evaluation times. `null` if it was always there, or is still there. */
  readonly since: number | null;
  readonly until: number | null;
  readonly expires_at: number | null;
  readonly from_revision: number;
  readonly to_revision: number | null;
}

const millisecondsSql = (column: string): string => `floor(extract(epoch from ${column}) * 1000)::float8`;

// For items older than the recording of change times, the time when they were last written counts as their start.
const itemStatesSql = (table: string, until: string, toRevision: string): string => `
  select i.id, json_build_object('id', i.id, 'primaryValue', i.primary_value, 'searchKeys', i.search_keys,
      'category', i.category, 'riskScore', i.risk_score, 'severity', i.severity, 'reason', i.reason,
      'itemData', i.item_data, 'metadata', i.metadata) as item,
    coalesce(i.added_by ->> 'type' = 'rule', false) as by_rule,
    case when i.from_revision = 0 then null else ${millisecondsSql('coalesce(b.made_at, i.updated_at)')} end as since,
    ${until} as until, ${millisecondsSql('i.expires_at')} as expires_at, i.from_revision,
    ${toRevision} as to_revision
  from ${table} i
  left join data_list_revisions b
    on b.organization_id = $1 and b.list_id = $2 and b.revision = i.from_revision`;

const statement = `
  select * from (
    ${itemStatesSql('data_list_items', 'null::float8', 'null::int')}
    where i.organization_id = $1 and i.list_id = $2 and i.is_active
    union all
    ${itemStatesSql('data_list_past_items', millisecondsSql('coalesce(e.made_at, l.updated_at)'), 'i.to_revision')}
    left join data_list_revisions e
      on e.organization_id = $1 and e.list_id = $2 and e.revision = i.to_revision
    join data_lists l on l.organization_id = $1 and l.id = $2
    where i.organization_id = $1 and i.list_id = $2 and i.is_active) s
  order by s.from_revision, s.id`;

const itemOf = (json: string): ListItem => JSON.parse(json) as ListItem;

/** Counts the current and past items of lists. */
export async function countPastItems(
  client: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from (
       select from data_list_items where organization_id = $1 and list_id = any($2)
       union all select from data_list_past_items where organization_id = $1 and list_id = any($2)) i`,
    [organizationId, ids],
  );
  return Number(rows[0]!.count);
}

/**
 * Returns the changes that led to the current lists, in order. An item is present from the revision that added it to the one that removed
 * it, or until it expires. Each list begins with a change, even if that adds nothing.
 */
export async function pastListChanges(
  client: Queryable,
  organizationId: string,
  lists: readonly { readonly id: string; readonly type: string }[],
): Promise<readonly TimedListChange[]> {
  const changes: (TimedListChange & { readonly revision: number; readonly order: number })[] = [];
  for (const { id: listId, type } of lists) {
    const { rows } = await client.query<ItemRow>(statement, [organizationId, listId]);
    const list = { kind: 'list', listId, type } as const;
    const first = rows.filter(({ since }) => since === null).map(({ item }) => itemOf(item));
    changes.push({ at: -Infinity, revision: 0, order: 0, change: { ...list, add: first } });
    for (const { id, item, by_rule, since, until, expires_at: expires, from_revision: from, to_revision: to } of rows) {
      const end = Math.min(until ?? Infinity, expires ?? Infinity);
      if (end < (since ?? -Infinity)) continue;
      if (since !== null)
        changes.push({
          at: since,
          revision: from,
          order: 1,
          change: { ...list, add: [itemOf(item)], ...(by_rule ? { by: 'rule' } : {}) },
        });
      // An item that is removed when its successor is added has to be removed first.
      const revision = end === until && to !== null ? to : from;
      const order = revision === from ? 2 : 0;
      if (end !== Infinity) changes.push({ at: end, revision, order, change: { ...list, remove: [id] } });
    }
  }
  return changes
    .sort((a, b) => a.at - b.at || a.revision - b.revision || a.order - b.order)
    .map(({ at, change }) => ({ at, change }));
}
