import type { Queryable } from '../../../../platform/database/index.js';
import type { KeyProbe } from '../domain/list-probe.js';

/** Past states of lists: revisions by list id. Lists that are not included are read in their current state. */
export type ListRevisions = ReadonlyMap<string, number>;

/** A list that was searched for the value at `place`. */
export interface ListMembershipRow {
  readonly place: number;
  readonly listId: string;
  /** Whether the list is active now. */
  readonly available: boolean;
  /** The newest revision. */
  readonly revision: number;
  readonly listed: boolean;
}

/** The item that matches a value. `item` is its JSON text; `null` if there is none. */
export interface MatchedItemRow {
  readonly place: number;
  readonly available: boolean;
  readonly revision: number;
  readonly item: string | null;
}

/** Returns the parameters for `unnest`. */
const probeColumns = (probes: readonly KeyProbe[]): readonly unknown[] => [
  probes.map(({ place }) => place),
  probes.map(({ listId }) => listId),
  probes.map(({ listType }) => listType),
  probes.map(({ key }) => key),
  probes.map(({ addressListsOnly }) => addressListsOnly),
];

// A null type matches no list. The explicit condition keeps the database from scanning all lists.
const probedLists = `unnest($2::int[], $3::uuid[], $4::text[], $5::text[], $6::boolean[])
    as p (place, list_id, list_type, key, address_lists_only)
  cross join lateral (
    select id, type, status, revision from data_lists where organization_id = $1 and id = p.list_id
    union all
    select id, type, status, revision from data_lists
      where p.list_type is not null and organization_id = $1 and type = p.list_type and status = 'active') l`;

/** Returns SQL for the revision at which the list with this id is queried. */
const requestedRevision = (id: string, revisions: string): string =>
  `coalesce((select r.revision from ${revisions} where r.list_id = ${id}), 2147483647)`;

const revisionTable = 'unnest($8::uuid[], $9::int[]) as r (list_id, revision)';

/** Returns SQL for the keys of active, unexpired items; with `past`, as they were at the revision of their list. */
function activeKeysSql(past: boolean): string {
  const isAsked = `k.organization_id = $1 and k.list_id = l.id and k.key = p.key
    and (not p.address_lists_only or l.type = 'ip_blocklist') and k.is_active and (k.expires_at is null or k.expires_at > $7)`;
  if (!past) return `select k.item_id from data_list_keys k where ${isAsked}`;
  const revision = requestedRevision('l.id', revisionTable);
  return `select k.item_id from data_list_keys k where ${isAsked} and k.from_revision <= ${revision}
    union all select k.item_id from data_list_past_keys k
      where ${isAsked} and k.from_revision <= ${revision} and k.to_revision > ${revision}`;
}

const revisionColumns = (revisions: ListRevisions | null): readonly unknown[] =>
  revisions === null ? [] : [[...revisions.keys()], [...revisions.values()]];

/** Looks up all keys in one statement. Only items that have not expired at `at` count. */
export async function findMemberships(
  client: Queryable,
  organizationId: string,
  probes: readonly KeyProbe[],
  at: Date,
  revisions: ListRevisions | null = null,
): Promise<readonly ListMembershipRow[]> {
  const { rows } = await client.query<ListMembershipRow>({
    name: revisions === null ? 'list_membership' : 'past_list_membership',
    text: `select p.place, l.id as "listId", l.status = 'active' as available, l.revision,
        bool_or(exists (${activeKeysSql(revisions !== null)})) as listed
      from ${probedLists} group by p.place, l.id, l.status, l.revision order by p.place, l.id`,
    values: [organizationId, ...probeColumns(probes), at, ...revisionColumns(revisions)],
  });
  const found = new Set(rows.map(({ listId }) => listId));
  const elsewhere = probes.filter(({ listId }) => listId !== null && !found.has(listId));
  return elsewhere.length === 0 ? rows : [...rows, ...(await findSharedMemberships(client, elsewhere, at))];
}

/** Looks up keys on lists that the organization does not own: those that its parent shares and it has enabled, in their current state. */
export async function findSharedMemberships(
  client: Queryable,
  probes: readonly Omit<KeyProbe, 'listType'>[],
  at: Date,
): Promise<readonly ListMembershipRow[]> {
  const { rows } = await client.query<ListMembershipRow>({
    name: 'shared_list_membership',
    text: 'select * from shared_list_memberships($1, $2, $3, $4, $5) order by place',
    values: [
      probes.map(({ place }) => place),
      probes.map(({ listId }) => listId),
      probes.map(({ key }) => key),
      probes.map(({ addressListsOnly }) => addressListsOnly),
      at,
    ],
  });
  return rows;
}

const itemJson = `json_build_object('id', i.id, 'primaryValue', i.primary_value, 'searchKeys', i.search_keys, 'category', i.category,
  'riskScore', i.risk_score, 'severity', i.severity, 'reason', i.reason, 'itemData', i.item_data, 'metadata', i.metadata)`;

/** Finds the item for each value; if there are several, the one with the highest score, and then the smallest id. */
export async function findItems(
  client: Queryable,
  organizationId: string,
  probes: readonly KeyProbe[],
  at: Date,
  revisions: ListRevisions | null = null,
): Promise<readonly MatchedItemRow[]> {
  const past = revisions !== null;
  const current = `data_list_items i where i.organization_id = $1 and i.list_id = l.id and i.id = k.item_id`;
  const revision = requestedRevision('l.id', revisionTable);
  const items = past
    ? `select i.* from (select ${itemColumnsSql} from ${current} and i.from_revision <= ${revision}
        union all select ${itemColumnsSql} from ${current.replace('data_list_items', 'data_list_past_items')}
          and i.from_revision <= ${revision} and i.to_revision > ${revision}) i`
    : // As one that is next in order: a list that was just filled looks small, and would be read whole.
      `select ${itemColumnsSql} from data_list_items i
        where i.organization_id = $1 and i.list_id = l.id and i.id >= k.item_id order by i.id limit 1`;
  const { rows } = await client.query<MatchedItemRow>({
    name: past ? 'past_list_item' : 'list_item',
    text: `select distinct on (p.place) p.place, l.status = 'active' as available, l.revision,
        case when i.id is null then null else ${itemJson}::text end as item
      from ${probedLists}
      left join lateral (${activeKeysSql(past)}) k on true
      left join lateral (${items}) i on i.id = k.item_id
      order by p.place, i.id is null, i.risk_score desc nulls last, i.id`,
    values: [organizationId, ...probeColumns(probes), at, ...revisionColumns(revisions)],
  });
  return rows;
}

const itemColumnsSql = `i.id, i.primary_value, i.search_keys, i.category, i.risk_score, i.severity, i.reason, i.item_data, i.metadata`;

/** Content of a whole list at a given time. */
export interface ListContent {
  readonly listId: string;
  readonly available: boolean;
  readonly revision: number;
  /** Number of items; at most one more than the limit, unless all were to be counted. */
  readonly size: number;
  /** JSON text of its items by id; `null` if there are more than the limit. */
  readonly items: string | null;
}

export interface ListContentQuery {
  /** Maximum number of items; larger lists are returned without their items. */
  readonly most: number;
  /** Whether all items are counted, for which a list of a million items is read completely. */
  readonly isCounted: boolean;
  readonly revisions?: ListRevisions | null;
}

/** Returns the active, unexpired items of whole lists, up to a limit. */
export async function findContents(
  client: Queryable,
  organizationId: string,
  listIds: readonly string[],
  at: Date,
  { most, isCounted, revisions = null }: ListContentQuery,
): Promise<readonly ListContent[]> {
  const live = 'i.is_active and (i.expires_at is null or i.expires_at > $3)';
  const of = (table: string): string =>
    `select ${itemColumnsSql} from ${table} i where i.organization_id = $1 and i.list_id = l.id and ${live}`;
  const revision = requestedRevision('l.id', 'unnest($5::uuid[], $6::int[]) as r (list_id, revision)');
  const items =
    revisions === null
      ? of('data_list_items')
      : `${of('data_list_items')} and i.from_revision <= ${revision} union all
          ${of('data_list_past_items')} and i.from_revision <= ${revision} and i.to_revision > ${revision}`;
  const { rows } = await client.query<ListContent>({
    name: `${revisions === null ? 'list_contents' : 'past_list_contents'}${isCounted ? '_counted' : ''}`,
    text: `select l.id as "listId", l.status = 'active' as available, l.revision, c.size,
        case when c.size > $4 then null
          else (select coalesce(json_agg(${itemJson} order by i.id), '[]') from (${items}) i)::text end as items
      from data_lists l cross join lateral (
          select count(*)::int as size from (${items}${isCounted ? '' : ' limit $4::bigint + 1'}) i) c
      where l.organization_id = $1 and l.id = any($2)`,
    values: [organizationId, listIds, at, most, ...revisionColumns(revisions)],
  });
  return rows;
}
