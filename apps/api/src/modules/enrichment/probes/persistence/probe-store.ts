import { Injectable } from '@nestjs/common';

import {
  findOrganizations,
  newId,
  type Queryable,
  type Transaction,
  minIdAtSql,
} from '../../../../platform/database/index.js';
import { type SecretLocation, Secrets, SecretsError } from '../../../../platform/secrets/index.js';
import type { ProbeResult } from '../domain/probe.js';
import { probeLimits } from '../domain/probe-limits.js';

/** Fingerprints of the subject, which cannot be reversed; `null` if not given. */
export interface SubjectFingerprints {
  readonly taxId: Buffer | null;
  readonly name: Buffer | null;
}

export interface StoredProbe {
  readonly id: string;
  readonly integrationCode: string;
  readonly country: string;
  readonly type: string;
  /** `delivered`, or the code of the problem. */
  readonly outcome: string;
  readonly cached: boolean;
  readonly costCents: number;
}

export interface CachedPayload extends ProbeResult {
  /** The key it was stored under: if the key of a row was changed, its payload is not returned. */
  readonly key: string;
}

const sweptRows = 'old probes';

/**
 * Stores probes and cached results. `client` must be in a transaction of the organization, or come from `TenantDatabase.forOrganization`.
 */
@Injectable()
export class ProbeStore {
  constructor(private readonly secrets: Secrets) {}

  /** Returns the cache key of a result, which cannot be computed without the key of the organization. */
  cacheKey(client: Queryable, organizationId: string, text: string): Promise<Buffer> {
    return this.secrets.fingerprint(client, { organizationId, table: 'enrichment_cache', field: 'key' }, text);
  }

  /** Returns fingerprints that are the same in the cache and in probes, so that all data about a subject can be found. */
  async fingerprints(
    client: Queryable,
    organizationId: string,
    { taxId, name }: { readonly taxId: string | null; readonly name: string | null },
  ): Promise<SubjectFingerprints> {
    const hash = (field: string, text: string | null): Promise<Buffer | null> =>
      text === null
        ? Promise.resolve(null)
        : this.secrets.fingerprint(client, { organizationId, table: 'execution_probes', field }, text);
    return { taxId: await hash('tax_id', taxId), name: await hash('name', name) };
  }

  /** Returns `null` if there is no result, or it has expired. */
  async findCached(client: Queryable, organizationId: string, key: Buffer): Promise<ProbeResult | null> {
    const { rows } = await client.query<{ id: string; payload: Buffer }>({
      name: 'enrichment-cache-find',
      text: 'select id, payload from enrichment_cache where organization_id = $1 and key = $2 and expires_at > now()',
      values: [organizationId, key],
    });
    const [row] = rows;
    if (!row) return null;
    const text = await this.secrets
      .open(client, payloadLocation(organizationId, row.id), row.payload)
      .catch(nullIfUnreadable);
    if (text === null) return null;
    const { key: storedUnder, ...result } = JSON.parse(text) as CachedPayload;
    return storedUnder === key.toString('hex') ? result : null;
  }

  /** Stores a result, replacing an earlier one with the same key. */
  async storeCached(
    client: Transaction,
    organizationId: string,
    key: Buffer,
    result: ProbeResult,
    { days, subject }: { readonly days: number; readonly subject: SubjectFingerprints },
  ): Promise<void> {
    const id = newId();
    const payload: CachedPayload = { ...result, key: key.toString('hex') };
    const sealed = await this.secrets.seal(client, payloadLocation(organizationId, id), JSON.stringify(payload));
    // The id changes as well, because the payload is encrypted for its row.
    await client.query(
      `insert into enrichment_cache (organization_id, id, key, tax_id_hash, name_hash, payload, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, now(), now() + make_interval(days => $7))
       on conflict (organization_id, key) do update set id = excluded.id, payload = excluded.payload,
         created_at = excluded.created_at, expires_at = excluded.expires_at`,
      [organizationId, id, key, subject.taxId, subject.name, sealed, days],
    );
  }

  async storeProbe(
    client: Transaction,
    organizationId: string,
    probe: StoredProbe,
    subject: SubjectFingerprints,
  ): Promise<void> {
    const { id, integrationCode, country, type, outcome, cached, costCents } = probe;
    await client.query(
      `insert into execution_probes (organization_id, id, integration_code, country, type, tax_id_hash, name_hash, outcome, cached,
         cost_cents, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now())`,
      [
        ...[organizationId, id, integrationCode, country, type, subject.taxId, subject.name, outcome, cached],
        costCents,
      ],
    );
  }

  /** Deletes everything cached and recorded about a tax id. Returns the number of cached results deleted. */
  async purgeTaxId(client: Transaction, organizationId: string, taxId: string): Promise<number> {
    const { taxId: hash } = await this.fingerprints(client, organizationId, { taxId, name: null });
    const values = [organizationId, hash];
    await client.query('delete from execution_probes where organization_id = $1 and tax_id_hash = $2', values);
    const { rowCount } = await client.query(
      'delete from enrichment_cache where organization_id = $1 and tax_id_hash = $2',
      values,
    );
    return rowCount ?? 0;
  }
}

/** Data that was moved or changed counts as missing, since the provider can be called again. */
function nullIfUnreadable(error: unknown): null {
  if (!(error instanceof SecretsError)) throw error;
  return null;
}

const payloadLocation = (organizationId: string, rowId: string): SecretLocation => ({
  organizationId,
  table: 'enrichment_cache',
  rowId,
  field: 'payload',
});

const idOfAgeSql = (days: string): string => minIdAtSql(`now() - make_interval(days => ${days})`);

/** Returns organizations with expired data. The transaction of `client` does not belong to an organization. */
export const findOrganizationsWithOldProbes = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(
    client,
    sweptRows,
    `select organization_id as id from enrichment_cache where expires_at < now()
     union select organization_id from execution_probes where id < ${idOfAgeSql('$1')}`,
    [probeLimits.keptDays],
  );

/** Deletes up to `most` expired rows, and returns how many. */
export async function deleteOldProbes(client: Queryable, organizationId: string, most: number): Promise<number> {
  const cached = await client.query(
    `delete from enrichment_cache where organization_id = $1 and id = any(array(
       select c.id from enrichment_cache c where c.organization_id = $1 and c.expires_at < now() limit $2))`,
    [organizationId, most],
  );
  const probes = await client.query(
    `delete from execution_probes where organization_id = $1 and id = any(array(
       select p.id from execution_probes p where p.organization_id = $1 and p.id < ${idOfAgeSql('$2')} order by p.id limit $3))`,
    [organizationId, probeLimits.keptDays, most],
  );
  return Math.max(cached.rowCount ?? 0, probes.rowCount ?? 0);
}
