import { newId, type Queryable, SqlConditions, type Transaction } from '../../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import type { EnrichedEntity, NormalizedEnrichment } from '../domain/enrichment-result.js';

export type NormalizedRow = Omit<NormalizedEnrichment, 'updatedAt'>;

const columns = `id, entity_id as "entityId", entity_type as "entityType", country_code as "countryCode", version,
  json_build_object('sources', sources, 'normalized', normalized, 'fieldSources', field_sources, 'dataQuality', quality)::text as found,
  created_at as "createdAt"`;

type Found = Pick<NormalizedRow, 'sources' | 'normalized' | 'fieldSources' | 'dataQuality'>;
/** The JSON columns are returned as a single text. */
type StoredRow = Omit<NormalizedRow, keyof Found> & { readonly found: string };

const toRow = ({ found, ...row }: StoredRow): NormalizedRow => ({ ...row, ...(JSON.parse(found) as Found) });

/** Returns the newest version, or the one that is requested; `null` if there is none. */
export async function findNormalized(
  client: Queryable,
  { organizationId, entityId }: EnrichedEntity,
  version: number | null = null,
): Promise<(NormalizedRow & { readonly isNewest: boolean }) | null> {
  const { rows } = await client.query<StoredRow & { isNewest: boolean }>({
    name: 'normalized-enrichment',
    text: `select ${columns}, not exists (select from normalized_enrichments later where later.organization_id = $1
        and later.entity_id = $2 and later.version > n.version) as "isNewest"
      from normalized_enrichments n where organization_id = $1 and entity_id = $2 and ($3::int is null or version = $3)
      order by version desc limit 1`,
    values: [organizationId, entityId, version],
  });
  if (!rows[0]) return null;
  const { isNewest, ...row } = rows[0];
  return { ...toRow(row), isNewest };
}

/** The newest version of an entity's normalized row. */
export type NewestVersion = Pick<NormalizedRow, 'version' | 'normalized' | 'fieldSources'>;

export async function findNewestVersions(
  client: Queryable,
  organizationId: string,
  entityIds: readonly string[],
): Promise<Map<string, NewestVersion>> {
  const { rows } = await client.query<{ entityId: string; version: number; found: string }>({
    name: 'normalized-enrichments-newest',
    text: `select e.id as "entityId", n.version,
        json_build_object('normalized', n.normalized, 'fieldSources', n.field_sources)::text as found
      from unnest($2::uuid[]) e (id) cross join lateral (select * from normalized_enrichments
        where organization_id = $1 and entity_id = e.id order by version desc limit 1) n`,
    values: [organizationId, entityIds],
  });
  type Parts = Omit<NewestVersion, 'version'>;
  return new Map(rows.map(({ entityId, version, found }) => [entityId, { version, ...(JSON.parse(found) as Parts) }]));
}

/** Lists all versions, newest first. Throws 400 for invalid paging parameters. */
export async function listNormalized(
  client: Queryable,
  { organizationId, entityId }: EnrichedEntity,
  query: PageQuery,
): Promise<Page<NormalizedRow>> {
  const conditions = new SqlConditions(organizationId);
  conditions.add('entity_id = ?', entityId);
  const sortBy = { column: 'version', type: 'bigint' } as const;
  const { rows, pagination } = await selectPage<StoredRow>(client, {
    list: `normalized enrichments of ${entityId}`,
    columns,
    from: 'normalized_enrichments',
    conditions,
    query,
    sortBy,
    descending: true,
  });
  return { rows: rows.map(toRow), pagination };
}

export type NewVersion = Omit<NormalizedRow, 'id' | 'createdAt'>;

export function insertNormalized(client: Transaction, organizationId: string, row: NewVersion): void {
  client.enqueue({
    name: 'normalized-enrichment-insert',
    text: `insert into normalized_enrichments (organization_id, entity_id, version, id, entity_type, country_code, normalized,
        field_sources, sources, quality)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      organizationId,
      row.entityId,
      row.version,
      newId(),
      row.entityType,
      row.countryCode,
      JSON.stringify(row.normalized),
      JSON.stringify(row.fieldSources),
      JSON.stringify(row.sources),
      JSON.stringify(row.dataQuality),
    ],
  });
}
