import { Injectable } from '@nestjs/common';

import { InjectPgPool, newId, type PgPool, type Queryable } from '../database/index.js';
import { hashApiKey, makeApiKey, visiblePrefix } from './api-key-text.js';
import type { StoredApiKey } from './stored-api-key.js';

export interface NewApiKey {
  readonly organizationId: string;
  readonly name: string;
  /** The deployment's segment. */
  readonly deployment: string;
  readonly scopes: readonly string[];
  /** Requests per hour. */
  readonly rateLimit: number;
  readonly expiresAt?: Date | null;
}

/** The API key record of the interface, without its value. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly name: string;
  readonly environment: string;
  readonly organizationId: string;
  readonly scopes: readonly string[];
  readonly rateLimit: number;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/** Stores a new key and returns its value, which cannot be had again. */
export async function insertApiKey(client: Queryable, key: NewApiKey): Promise<{ id: string; key: string }> {
  const text = makeApiKey(key.deployment);
  const id = newId();
  await client.query(
    `insert into api_keys (organization_id, id, name, environment, key_hash, prefix, last_four, scopes, rate_limit, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      key.organizationId,
      id,
      key.name,
      key.deployment,
      hashApiKey(text),
      visiblePrefix(text),
      text.slice(-4),
      key.scopes,
      key.rateLimit,
      key.expiresAt ?? null,
    ],
  );
  return { id, key: text };
}

@Injectable()
export class ApiKeyStore {
  constructor(@InjectPgPool() private readonly pool: PgPool) {}

  async findByHash(hash: Buffer): Promise<StoredApiKey | null> {
    const { rows } = await this.pool.query<Omit<StoredApiKey, 'scopes'> & { scopes: string[] }>({
      name: 'api_key_by_hash',
      text: `select id, organization_id as "organizationId", name, scopes, status, expires_at as "expiresAt"
             from api_keys where key_hash = $1`,
      values: [hash],
    });
    const row = rows[0];
    return row ? { ...row, scopes: new Set(row.scopes) } : null;
  }

  async get(organizationId: string, id: string): Promise<ApiKeyRecord | null> {
    const { rows } = await this.pool.query<ApiKeyRecord>(
      `select id, name, environment, organization_id as "organizationId", scopes, rate_limit as "rateLimit",
              expires_at as "expiresAt", last_used_at as "lastUsedAt"
       from api_keys where organization_id = $1 and id = $2`,
      [organizationId, id],
    );
    return rows[0] ?? null;
  }

  async noteUse(key: StoredApiKey, at: Date): Promise<void> {
    await this.pool.query(
      `update api_keys set last_used_at = greatest(last_used_at, $3) where organization_id = $1 and id = $2`,
      [key.organizationId, key.id, at],
    );
  }
}
