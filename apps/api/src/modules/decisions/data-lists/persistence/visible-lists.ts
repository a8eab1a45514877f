import { type Queryable, refreshShareSql, sharesSql, type SqlConditions } from '../../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import { toSharedListContent } from '../domain/shared-list-content.js';
import type { DataListRow } from './data-list-row.js';

/** A list as shown in responses: either the organization's own, or one of the parent organization, of which less is known. */
export interface VisibleList extends Omit<DataListRow, 'itemCount' | 'revision' | 'version' | 'createdBy'> {
  readonly itemCount: number | null;
  readonly revision: number | null;
  readonly version: number | null;
  readonly createdBy: string | null;
  /** Whether a list of the parent is enabled; `null` for the organization's own list. */
  readonly sharedEnabled: boolean | null;
}

const ownListsSql = 'select *, organization_id as owner_id, null::boolean as shared_enabled from data_lists';

// Lists that were shared before these details were stored get the values that most lists have.
const sharedListsSql = `select s.organization_id, s.resource_id as id, s.name, s.content ->> 'type' as type,
    coalesce(s.content ->> 'status', 'active') as status, s.content ->> 'description' as description,
    coalesce(s.content ->> 'source', 'internal') as source, '{}'::json as config, '{}'::json as field_mappings,
    coalesce((s.content ->> 'priority')::int, 50) as priority, false as is_global, null::int as item_count, null::int as revision,
    null::int as version,
    null::timestamptz as last_sync_at, null::text as created_by,
    coalesce((s.content ->> 'createdAt')::timestamptz, s.shared_at) as created_at,
    coalesce((s.content ->> 'updatedAt')::timestamptz, s.shared_at) as updated_at,
    s.parent_organization_id as owner_id, i.enabled_at is not null as shared_enabled
  from ${sharesSql}
  where s.resource_type = 'data_list'`;

const members = [
  'organization_id', 'id', 'name', 'type', 'status', 'description', 'source', 'config', 'field_mappings', 'priority',
  'is_global', 'item_count', 'revision', 'version', 'last_sync_at', 'created_by', 'created_at', 'updated_at', 'owner_id', 'shared_enabled',
].join(', '); // prettier-ignore

const columns = `id, owner_id as "organizationId", name, type, status, description, source, config,
  field_mappings as "fieldMappings", priority, is_global as "isGlobal", item_count as "itemCount", revision, version,
  last_sync_at as "lastSyncAt", created_by as "createdBy", created_at as "createdAt", updated_at as "updatedAt",
  shared_enabled as "sharedEnabled"`;

const visibleListsSql = `(select ${members} from (${ownListsSql}) o union all select ${members} from (${sharedListsSql}) l) lists`;

/** Lists visible lists, oldest first. `conditions` refer to columns of `data_lists`. */
export const selectVisibleLists = (
  client: Queryable,
  conditions: SqlConditions,
  { query, withLent }: { readonly query: PageQuery; readonly withLent: boolean },
): Promise<Page<VisibleList>> =>
  selectPage<VisibleList>(client, {
    list: 'data-lists',
    columns,
    from: withLent ? visibleListsSql : `(${ownListsSql}) lists`,
    conditions,
    query,
    sortBy: { column: 'created_at', type: 'timestamptz' },
  });

/** Finds a list that the parent of an organization shares with it; `null` if it shares no such list. */
export async function findSharedList(
  client: Queryable,
  organizationId: string,
  id: string,
): Promise<VisibleList | null> {
  const { rows } = await client.query<VisibleList>(
    `select ${columns} from (${sharedListsSql}) lists where organization_id = $1 and id = $2`,
    [organizationId, id],
  );
  return rows[0] ?? null;
}

/**
 * Finds the active lists of the parent that an organization has enabled and that are of one of `types` or among `listIds`, oldest first.
 */
export async function findActiveSharedLists(
  client: Queryable,
  organizationId: string,
  asked: { readonly types: readonly string[]; readonly listIds: readonly string[] },
): Promise<readonly Pick<VisibleList, 'id' | 'name' | 'type'>[]> {
  const { rows } = await client.query<Pick<VisibleList, 'id' | 'name' | 'type'>>(
    `select id, name, type from (${sharedListsSql}) lists
     where organization_id = $1 and shared_enabled and status = 'active' and (type = any($2::text[]) or id = any($3::uuid[]))
     order by created_at, id`,
    [organizationId, asked.types, asked.listIds],
  );
  return rows;
}

/** Updates the copies of a shared list that the children see. */
export async function refreshSharedList(client: Queryable, list: DataListRow): Promise<void> {
  await client.query(refreshShareSql('data_list'), [
    list.organizationId,
    list.id,
    list.name,
    JSON.stringify(toSharedListContent(list)),
  ]);
}
