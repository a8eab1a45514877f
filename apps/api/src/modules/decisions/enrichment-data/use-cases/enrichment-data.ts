import { Injectable } from '@nestjs/common';
import { fieldsEnriched, mergeNormalized, type SourceResult } from '@tamis/enrichment';
import { canonicalJson, type JsonValue } from '@tamis/stdx';

import { type Queryable, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import type { Page, PageQuery } from '../../../../platform/http/index.js';
import { type SecretLocation, Secrets } from '../../../../platform/secrets/index.js';
import type {
  DeliveredResult,
  EnrichedEntity,
  EnrichmentSource,
  FailedResult,
  KnownResult,
  NormalizedEnrichment,
  StoredEnrichment,
} from '../domain/enrichment-result.js';
import {
  findNewestVersions,
  findNormalized,
  insertNormalized,
  listNormalized,
  type NewestVersion,
  type NewVersion,
  type NormalizedRow,
} from '../persistence/normalized-store.js';
import {
  eraseEnrichments,
  findLatest,
  findMapped,
  insertDelivered,
  insertFailed,
  type MappedResult,
  type ResultRow,
  type StorableResult,
} from '../persistence/result-store.js';

const rawLocation = (organizationId: string, rowId: string): SecretLocation => ({
  organizationId,
  table: 'enrichment_results',
  rowId,
  field: 'raw',
});

const isEqual = (a: unknown, b: unknown): boolean => canonicalJson(a as JsonValue) === canonicalJson(b as JsonValue);

const toSource = ({ integrationCode, id, fetchedAt, confidence }: ResultRow): EnrichmentSource => ({
  integrationCode,
  enrichmentId: id,
  fetchedAt: fetchedAt.toISOString(),
  confidence,
});

const toSourceResult = (row: ResultRow): SourceResult => ({ ...row, ...toSource(row), part: row.part! });

/** Returns a result as it would be read after storing it. */
function toResultRow({ enrichmentId, normalizedPart, ...result }: DeliveredResult): ResultRow {
  const { integrationCode, mapped, confidence, reliability, provides, fetchedAt } = result;
  const part = JSON.parse(JSON.stringify(normalizedPart)) as ResultRow['part'];
  const found = { mapped, part, confidence, reliability, provides, fetchedAt, arrivedAt: new Date() };
  return { id: enrichmentId, integrationCode, itemCode: null, raw: null, ...found };
}

/** Returns the latest result of each integration, ordered by code. */
function withNewer(latest: readonly ResultRow[], row: ResultRow): readonly ResultRow[] {
  const known = latest.find(({ integrationCode }) => integrationCode === row.integrationCode);
  if (known && (known.fetchedAt.getTime() - row.fetchedAt.getTime() || (known.id < row.id ? -1 : 1)) > 0) return latest;
  const others = latest.filter((each) => each !== known);
  return [...others, row].sort((a, b) => (a.integrationCode < b.integrationCode ? -1 : 1));
}

/** What is known about entities, by their ids, before more is stored. */
export interface KnownEnrichments {
  readonly delivered: Map<string, readonly ResultRow[]>;
  readonly newest: Map<string, NewestVersion>;
}

/** Stores what integrations found about entities, and the merged row. */
@Injectable()
export class EnrichmentData {
  constructor(
    private readonly database: TenantDatabase,
    private readonly secrets: Secrets,
  ) {}

  /** Returns what is known about entities, for use in `store`. The caller must hold the locks of the entities. */
  async known(client: Transaction, organizationId: string, entityIds: readonly string[]): Promise<KnownEnrichments> {
    if (entityIds.length === 0) return { delivered: new Map(), newest: new Map() };
    const [delivered, newest] = await Promise.all([
      findLatest(client, organizationId, entityIds, { deliveredOnly: true }),
      findNewestVersions(client, organizationId, entityIds),
    ]);
    return { delivered, newest };
  }

  /**
   * Stores results of one organization, and merges each with what is known. A new version is created only if the merged row changes. The
   * caller must make sure that the entities exist, and hold their locks.
   */
  async store(
    client: Transaction,
    organizationId: string,
    results: readonly DeliveredResult[],
    { delivered, newest }: KnownEnrichments,
  ): Promise<readonly StoredEnrichment[]> {
    const stored: StoredEnrichment[] = [];
    const rows: StorableResult[] = [];
    const versions: NewVersion[] = [];
    for (const result of results) {
      const { entityId } = result;
      const own = toResultRow(result);
      const latest = withNewer(delivered.get(entityId) ?? [], own);
      delivered.set(entityId, latest);
      const merged = mergeNormalized(latest.map(toSourceResult), { own: result.own });
      const last = newest.get(entityId);
      const isSame =
        last !== undefined &&
        isEqual(last.normalized, merged.normalized) &&
        isEqual(last.fieldSources, merged.fieldSources);
      const version = isSame ? last.version : (last?.version ?? 0) + 1;
      const sealed = result.raw === undefined ? null : await this.seal(client, result);
      rows.push({ ...result, sealed, quality: merged.dataQuality });
      if (!isSame) {
        const { entityType, countryCode } = result;
        const row = { entityId, entityType, countryCode, version, sources: latest.map(toSource), ...merged };
        versions.push(row);
        newest.set(entityId, row);
      }
      const { dataQuality } = merged;
      stored.push({ fieldsEnriched: fieldsEnriched(result.normalizedPart), dataQuality, version });
    }
    if (rows.length > 0) insertDelivered(client, organizationId, rows);
    for (const row of versions) insertNormalized(client, organizationId, row);
    return stored;
  }

  /** Stores that an execution delivered nothing. What is known stays. */
  storeFailure(client: Transaction, result: FailedResult): void {
    insertFailed(client, result);
  }

  /** Returns the latest result of each integration, or of those that are named, including a failure since then. */
  async latest(
    entity: EnrichedEntity,
    { raw, codes }: { readonly raw: boolean; readonly codes?: readonly string[] | undefined },
  ): Promise<readonly KnownResult[]> {
    const client = this.database.forOrganization(entity.organizationId);
    const { organizationId, entityId } = entity;
    const find = async (options: { readonly raw?: boolean; readonly deliveredOnly: boolean }) =>
      (await findLatest(client, organizationId, [entityId], { ...options, codes })).get(entityId) ?? [];
    const [newest, delivered] = await Promise.all([find({ deliveredOnly: false }), find({ raw, deliveredOnly: true })]);
    const known = new Map(delivered.map((row) => [row.integrationCode, row]));
    return Promise.all(
      newest.map(async ({ id, integrationCode, itemCode, fetchedAt }) => {
        const found = known.get(integrationCode);
        return {
          integrationCode,
          enrichmentId: id,
          status: itemCode === null ? ('success' as const) : ('failed' as const),
          itemCode,
          mapped: found?.mapped ?? null,
          raw: found?.raw ? await this.open(entity.organizationId, found.id, found.raw) : null,
          executedAt: fetchedAt,
        };
      }),
    );
  }

  /** Returns the mapped data of results, by the ids of their executions. */
  async mappedOf(
    organizationId: string,
    enrichmentIds: readonly string[],
    client: Queryable = this.database.forOrganization(organizationId),
  ): Promise<ReadonlyMap<string, MappedResult>> {
    return enrichmentIds.length === 0 ? new Map() : findMapped(client, organizationId, enrichmentIds);
  }

  /** Returns the merged results: the newest version, or the one that is requested. Returns `null` if there is none. */
  async normalized(entity: EnrichedEntity, version?: number): Promise<NormalizedEnrichment | null> {
    const client = this.database.forOrganization(entity.organizationId);
    const row = await findNormalized(client, entity, version ?? null);
    if (!row) return null;
    const { isNewest, ...found } = row;
    if (!isNewest) return { ...found, updatedAt: found.createdAt };
    // Results that only confirmed the data since then created no version.
    const { organizationId, entityId } = entity;
    const delivered =
      (await findLatest(client, organizationId, [entityId], { deliveredOnly: true })).get(entityId) ?? [];
    const arrived = Math.max(found.createdAt.getTime(), ...delivered.map(({ arrivedAt }) => arrivedAt.getTime()));
    return { ...found, sources: delivered.map(toSource), updatedAt: new Date(arrived) };
  }

  /** Lists all versions, newest first. Throws 400 for invalid paging parameters. */
  history(entity: EnrichedEntity, query: PageQuery): Promise<Page<NormalizedRow>> {
    return listNormalized(this.database.forOrganization(entity.organizationId), entity, query);
  }

  /** Erases everything that was found about an entity. */
  erase(client: Transaction, entity: EnrichedEntity): Promise<void> {
    return eraseEnrichments(client, entity);
  }

  private seal(client: Transaction, { organizationId, enrichmentId, raw }: DeliveredResult): Promise<Buffer> {
    return this.secrets.seal(client, rawLocation(organizationId, enrichmentId), JSON.stringify(raw));
  }

  private async open(organizationId: string, id: string, sealed: Buffer): Promise<unknown> {
    const client = this.database.forOrganization(organizationId);
    return JSON.parse(await this.secrets.open(client, rawLocation(organizationId, id), sealed));
  }
}
