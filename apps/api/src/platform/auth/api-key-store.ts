import { Injectable } from '@nestjs/common';

import { InjectPgPool, inTransaction, newId, type PgPool, type Queryable, TenantDatabase } from '../database/index.js';
import { hashApiKey, readApiKeyFormat, visiblePrefix } from './api-key-format.js';
import type { StoredApiKey } from './stored-api-key.js';

export interface NewApiKey {
  readonly organizationId: string;
  readonly name: string;
  /** Deployment segment of the key. */
  readonly deployment: string;
  readonly scopes: readonly string[];
  /** Requests per hour. */
  readonly rateLimit: number;
  /** Requests per minute; `null` if only the hourly limit applies. */
  readonly burstLimit?: number | null;
  readonly expiresAt?: Date | null;
  readonly ipAllowlist?: readonly string[];
  /** Id of the key or person that created it; `null` for the administrator of the server. */
  readonly createdBy?: string | null;
}

/** Stores a new key and returns its value, which cannot be retrieved again. The transaction must belong to the organization. */
export async function insertApiKey(client: Queryable, key: NewApiKey): Promise<{ id: string; key: string }> {
  const text = (await readApiKeyFormat(client)).generate(key.deployment);
  const hash = hashApiKey(text);
  const id = newId();
  await client.query(
    `insert into api_keys (organization_id, id, name, environment, key_hash, prefix, last_four, scopes, rate_limit, burst_limit,
       expires_at, ip_allowlist, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      key.organizationId,
      id,
      key.name,
      key.deployment,
      hash,
      visiblePrefix(text),
      text.slice(-4),
      key.scopes,
      key.rateLimit,
      key.burstLimit ?? null,
      key.expiresAt ?? null,
      key.ipAllowlist ?? [],
      key.createdBy ?? null,
    ],
  );
  // Tells every process that the key is real, so that it works even if many invented keys are sent from the same address.
  await client.query(`select pg_notify('tamis_api_keys', $1)`, [hash.toString('hex')]);
  return { id, key: text };
}

/** Returns the scopes of a key, or of the first of its successors that can be used; `null` if there is no such key. */
export async function findKeyScopes(
  client: Queryable,
  organizationId: string,
  id: string,
): Promise<{ readonly scopes: readonly string[]; readonly isValid: boolean } | null> {
  const { rows } = await client.query<{ readonly scopes: readonly string[]; readonly isValid: boolean }>({
    name: 'scopes-of-actor',
    text: `with recursive keys as (
        select id, replaced_by, scopes, status, expires_at, 0 as depth from api_keys
        where organization_id = $1 and id::text = $2
        union all
        select k.id, k.replaced_by, k.scopes, k.status, k.expires_at, keys.depth + 1 from keys
        join api_keys k on k.organization_id = $1 and k.id = keys.replaced_by where keys.depth < 1000)
      select scopes, status = 'active' and coalesce(expires_at > clock_timestamp(), true) as "isValid"
      from keys order by "isValid" desc, depth limit 1`,
    values: [organizationId, id],
  });
  return rows[0] ?? null;
}

@Injectable()
export class ApiKeyStore {
  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly database: TenantDatabase,
  ) {}

  /** Takes a single round trip. The organization is not known before it. */
  async findByHash(hash: Buffer): Promise<StoredApiKey | null> {
    return inTransaction(this.pool, null, async (client) => {
      const [, { rows }] = await Promise.all([
        client.allowLookup(hash.toString('hex')),
        client.query<Omit<StoredApiKey, 'scopes'> & { scopes: string[] }>({
          name: 'api_key_by_hash',
          text: `select id, organization_id as "organizationId", name, scopes, status, ip_allowlist as "ipAllowlist", expires_at as "expiresAt",
                   (extract(epoch from expires_at - clock_timestamp()) * 1000)::float8 as "expiresInMs"
                 from api_keys where key_hash = $1`,
          values: [hash],
        }),
      ]);
      const row = rows[0];
      return row ? { ...row, scopes: new Set(row.scopes) } : null;
    });
  }

  async recordUse(key: StoredApiKey): Promise<void> {
    await this.database
      .forOrganization(key.organizationId)
      .query(
        `update api_keys set last_used_at = greatest(last_used_at, now()) where organization_id = $1 and id = $2`,
        [key.organizationId, key.id],
      );
  }
}
