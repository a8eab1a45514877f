import {
  findOrganizations,
  joinJsonTexts,
  type Queryable,
  splitJsonTextsSql,
  type Transaction,
} from '../../../../platform/database/index.js';
import type { DataQuality, DeliveredResult, EnrichedEntity, FailedResult } from '../domain/enrichment-result.js';
import type { SourceResult } from '@tamis/enrichment';

/** JSON columns are returned as text. */
type StoredRow = Omit<ResultRow, 'mapped' | 'part'> & { readonly mapped: string | null; readonly part: string | null };

export interface ResultRow {
  readonly id: string;
  readonly integrationCode: string;
  readonly itemCode: string | null;
  readonly raw: Buffer | null;
  readonly mapped: Readonly<Record<string, unknown>> | null;
  readonly part: Readonly<Record<string, unknown>> | null;
  readonly confidence: number;
  readonly reliability: SourceResult['reliability'];
  readonly provides: readonly string[];
  readonly fetchedAt: Date;
  readonly arrivedAt: Date;
}

/** A result in the form in which it is stored. */
export interface StorableResult extends DeliveredResult {
  readonly sealed: Buffer | null;
  readonly quality: DataQuality;
}

export function insertDelivered(client: Transaction, organizationId: string, results: readonly StorableResult[]): void {
  const texts = (valueOf: (result: StorableResult) => unknown): string =>
    joinJsonTexts(results.map((result) => JSON.stringify(valueOf(result))));
  client.enqueue({
    name: 'enrichments-delivered',
    text: `insert into enrichment_results (organization_id, id, entity_id, integration_code, raw, raw_expires_at, mapped, part,
        confidence, reliability, provides, fetched_at, quality)
      select $1, r.id, r.entity_id, r.code, r.raw, r.raw_expires_at, r.mapped::json, r.part::json, r.confidence, r.reliability,
        array(select json_array_elements_text(r.provides::json)), r.fetched_at, r.quality::json
      from unnest($2::uuid[], $3::uuid[], $4::text[], $5::bytea[], $6::timestamptz[], ${splitJsonTextsSql('$7')}, ${splitJsonTextsSql('$8')},
        $9::numeric[], $10::text[], ${splitJsonTextsSql('$11')}, $12::timestamptz[], ${splitJsonTextsSql('$13')})
        r (id, entity_id, code, raw, raw_expires_at, mapped, part, confidence, reliability, provides, fetched_at, quality)`,
    values: [
      organizationId,
      results.map(({ enrichmentId }) => enrichmentId),
      results.map(({ entityId }) => entityId),
      results.map(({ integrationCode }) => integrationCode),
      results.map(({ sealed }) => sealed),
      results.map(({ rawExpiresAt }) => rawExpiresAt),
      texts(({ mapped }) => mapped),
      texts(({ normalizedPart }) => normalizedPart),
      results.map(({ confidence }) => confidence),
      results.map(({ reliability }) => reliability),
      texts(({ provides }) => provides),
      results.map(({ fetchedAt }) => fetchedAt),
      texts(({ quality }) => quality),
    ],
  });
}

export function insertFailed(client: Transaction, result: FailedResult): void {
  const { organizationId, enrichmentId, entityId, integrationCode, itemCode, failedAt } = result;
  client.enqueue({
    name: 'enrichment-failed',
    text: `insert into enrichment_results (organization_id, id, entity_id, integration_code, item_code, fetched_at)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [organizationId, enrichmentId, entityId, integrationCode, itemCode, failedAt],
  });
}

const columns = (raw: boolean): string => `r.id, r.integration_code as "integrationCode", r.item_code as "itemCode",
  ${raw ? 'r.raw' : 'null::bytea'} as raw, r.mapped::text as mapped, r.part::text as part, r.confidence::float8 as confidence,
  r.reliability, r.provides, r.fetched_at as "fetchedAt", r.arrived_at as "arrivedAt"`;

/** Each step finds the next integration code in the index, so that replaced results are not read. */
const codesOfEntities = `with recursive codes as (
    select e.id as entity_id, (select min(integration_code) from enrichment_results
      where organization_id = $1 and entity_id = e.id) as code
    from unnest($2::uuid[]) e (id)
  union all
    select c.entity_id, (select min(integration_code) from enrichment_results
      where organization_id = $1 and entity_id = c.entity_id and integration_code > c.code)
    from codes c where c.code is not null)`;

const namedCodes = `with codes as (select e.id as entity_id, c.code from unnest($2::uuid[]) e (id), unnest($3::text[]) c (code))`;

export interface LatestOptions {
  readonly raw?: boolean;
  /** If absent, all integrations are included. */
  readonly codes?: readonly string[] | undefined;
  /** Whether only successful results count; if not, the latest result of each integration is returned, regardless of its outcome. */
  readonly deliveredOnly: boolean;
}

/** Returns the latest result of each integration by entity, ordered by integration code. */
export async function findLatest(
  client: Queryable,
  organizationId: string,
  entityIds: readonly string[],
  { raw = false, codes, deliveredOnly }: LatestOptions,
): Promise<Map<string, readonly ResultRow[]>> {
  const { rows } = await client.query<StoredRow & { readonly entityId: string }>({
    name: `enrichments-latest-${raw}-${codes !== undefined}-${deliveredOnly}`,
    text: `${codes ? namedCodes : codesOfEntities}
      select c.entity_id as "entityId", ${columns(raw)} from codes c cross join lateral (
        select * from enrichment_results
        where organization_id = $1 and entity_id = c.entity_id and integration_code = c.code
          ${deliveredOnly ? 'and item_code is null' : ''}
        order by fetched_at desc, id desc limit 1) r
      order by c.code`,
    values: [organizationId, entityIds, ...(codes ? [codes] : [])],
  });
  const found = new Map<string, ResultRow[]>();
  for (const { entityId, ...row } of rows) {
    const result = { ...row, mapped: parsed(row.mapped), part: parsed(row.part) };
    found.set(entityId, [...(found.get(entityId) ?? []), result]);
  }
  return found;
}

const parsed = (json: string | null): ResultRow['mapped'] =>
  json === null ? null : (JSON.parse(json) as ResultRow['mapped']);

export type MappedResult = Readonly<Record<string, unknown>>;

/** Returns what rules read of successful results, by result id. */
export async function findMapped(
  client: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MappedResult>> {
  const { rows } = await client.query<{ id: string; mapped: string }>({
    name: 'enrichment-mapped',
    text: `select id, mapped::text as mapped from enrichment_results
      where organization_id = $1 and id = any($2) and item_code is null`,
    values: [organizationId, ids],
  });
  return new Map(rows.map(({ id, mapped }) => [id, JSON.parse(mapped) as MappedResult]));
}

const isExpired = 'raw is not null and raw_expires_at <= now()';

/** Returns organizations with expired raw responses. The transaction of `client` does not belong to an organization. */
export const organizationsWithExpiredRaw = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(
    client,
    'raw enrichments',
    `select distinct organization_id as id from enrichment_results where ${isExpired}`,
  );

/** Erases the oldest expired raw responses, and returns how many were erased. */
export async function eraseExpiredRaw(client: Queryable, organizationId: string, most: number): Promise<number> {
  const { rowCount } = await client.query(
    `update enrichment_results set raw = null where organization_id = $1 and id = any(array(
       select id from enrichment_results where organization_id = $1 and ${isExpired} order by raw_expires_at limit $2))`,
    [organizationId, most],
  );
  return rowCount ?? 0;
}

/** Erases everything that integrations found about an entity. */
export async function eraseEnrichments(
  client: Transaction,
  { organizationId, entityId }: EnrichedEntity,
): Promise<void> {
  for (const table of ['normalized_enrichments', 'enrichment_results'])
    await client.query(`delete from ${table} where organization_id = $1 and entity_id = $2`, [
      organizationId,
      entityId,
    ]);
}
