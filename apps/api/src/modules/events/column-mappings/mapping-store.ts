import { type Queryable, SqlConditions, takeTurn, type Transaction } from '../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../platform/http/index.js';
import type { MappingTarget, StoredMapping } from './column-mapping.js';

const columns = `id, organization_id as "organizationId", name, target, column_mapping::text as "columnMapping",
  default_fields::text as "defaultFields", headers_snapshot as "headersSnapshot", created_by as "createdBy",
  created_at as "createdAt", updated_at as "updatedAt"`;

/** A row as the database returns it: JSON columns are text. */
type MappingRow = Omit<StoredMapping, 'columnMapping' | 'defaultFields'> &
  Readonly<Record<'columnMapping' | 'defaultFields', string>>;

type Members = Readonly<Record<string, unknown>>;

const toMapping = ({ columnMapping, defaultFields, ...row }: MappingRow): StoredMapping => ({
  ...row,
  columnMapping: JSON.parse(columnMapping) as Members,
  defaultFields: JSON.parse(defaultFields) as Members,
});

/** Lists mappings, newest first. */
export async function listMappings(
  client: Queryable,
  organizationId: string,
  query: PageQuery & { readonly target?: readonly MappingTarget[] },
): Promise<Page<StoredMapping>> {
  const { rows, pagination } = await selectPage<MappingRow>(client, {
    list: 'column-mappings',
    columns,
    from: 'column_mappings',
    conditions: new SqlConditions(organizationId).add('target = any(?)', query.target),
    query,
    sortBy: { column: 'created_at', type: 'timestamptz' },
    descending: true,
  });
  return { rows: rows.map(toMapping), pagination };
}

/** Returns `null` if there is no such mapping. `lock` locks the row because it is about to be changed. */
export async function findMapping(
  client: Queryable,
  organizationId: string,
  id: string,
  lock?: 'locked',
): Promise<StoredMapping | null> {
  const { rows } = await client.query<MappingRow>(
    `select ${columns} from column_mappings where organization_id = $1 and id = $2 ${lock ? 'for update' : ''}`,
    [organizationId, id],
  );
  return rows[0] ? toMapping(rows[0]) : null;
}

/** Counts mappings under a lock: concurrent counts wait until this transaction ends. */
export async function countMappings(client: Transaction, organizationId: string): Promise<number> {
  await takeTurn(client, `column mappings ${organizationId}`);
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from column_mappings where organization_id = $1',
    [organizationId],
  );
  return rows[0]!.n;
}

/** Stores a mapping. If another mapping has the name, throws an error for which `violatedConstraint` returns `column_mappings_name`. */
export async function storeMapping(client: Queryable, mapping: StoredMapping): Promise<void> {
  const { organizationId, id, name, target, columnMapping, defaultFields, headersSnapshot } = mapping;
  await client.query(
    `insert into column_mappings (organization_id, id, name, target, column_mapping, default_fields, headers_snapshot,
       created_by, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (organization_id, id) do update set name = excluded.name, target = excluded.target,
       column_mapping = excluded.column_mapping, default_fields = excluded.default_fields,
       headers_snapshot = excluded.headers_snapshot, updated_at = excluded.updated_at`,
    [
      ...[organizationId, id, name, target, JSON.stringify(columnMapping), JSON.stringify(defaultFields)],
      ...[headersSnapshot, mapping.createdBy, mapping.createdAt, mapping.updatedAt],
    ],
  );
}

export async function deleteMapping(client: Queryable, organizationId: string, id: string): Promise<void> {
  await client.query('delete from column_mappings where organization_id = $1 and id = $2', [organizationId, id]);
}
