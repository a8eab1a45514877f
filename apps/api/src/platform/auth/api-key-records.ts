import { findOrganizations, type Queryable, SqlConditions, type Transaction } from '../database/index.js';
import { type Page, type PageQuery, selectPage } from '../http/index.js';
import { remainingRequestsSql } from '../rate-limits/index.js';

export const apiKeyStatuses = ['active', 'revoked', 'expired'] as const;

export type ApiKeyStatus = (typeof apiKeyStatuses)[number];

/** A key as it may be displayed: everything except its value, which is not stored. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** Deployment segment of the key. */
  readonly environment: string;
  readonly organizationId: string;
  readonly scopes: readonly string[];
  /** Requests per hour. */
  readonly rateLimit: number;
  /** Requests per minute; `null` if only the hourly limit applies. */
  readonly burstLimit: number | null;
  /** Requests left in the current window of the key; the full limit if no window has started. */
  readonly rateLimitRemaining: number;
  readonly prefix: string;
  readonly lastFour: string;
  readonly status: ApiKeyStatus;
  readonly ipAllowlist: readonly string[];
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  /** Incremented by each change. */
  readonly version: number;
}

// The expiry of a key is checked against the clock of the database, which all processes share.
const columns = `id, name, environment, organization_id as "organizationId", scopes, rate_limit as "rateLimit",
  burst_limit as "burstLimit",
  coalesce(${remainingRequestsSql('api_keys')}, rate_limit) as "rateLimitRemaining", prefix,
  last_four as "lastFour", case when status = 'active' and expires_at <= clock_timestamp() then 'expired' else status end as status,
  ip_allowlist as "ipAllowlist", expires_at as "expiresAt", last_used_at as "lastUsedAt", created_by as "createdBy",
  created_at as "createdAt", revoked_at as "revokedAt", version`;

/** Finds a key. `lock` prevents others from changing it until the transaction ends. */
export async function findApiKey(
  client: Queryable,
  organizationId: string,
  id: string,
  lock?: 'locked',
): Promise<ApiKey | null> {
  const { rows } = await client.query<ApiKey>(
    `select ${columns} from api_keys where organization_id = $1 and id = $2 ${lock ? 'for update' : ''}`,
    [organizationId, id],
  );
  return rows[0] ?? null;
}

/** Lists keys, oldest first. */
export const findApiKeys = (client: Queryable, organizationId: string, query: PageQuery): Promise<Page<ApiKey>> =>
  selectPage<ApiKey>(client, {
    ...{ list: 'api-keys', columns, from: 'api_keys', query },
    conditions: new SqlConditions(organizationId),
    sortBy: { column: 'created_at', type: 'timestamptz' },
  });

/** Records the successor of a rotated key. Returns `false` if the key already has another successor. */
export async function storeSuccessor(
  client: Transaction,
  { organizationId, id }: ApiKey,
  successorId: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'update api_keys set replaced_by = $3 where organization_id = $1 and id = $2 and replaced_by is null',
    [organizationId, id, successorId],
  );
  return rowCount === 1;
}

/** Stores the mutable fields of a key, and notifies every process to drop its cached copy. */
export async function updateApiKey(client: Transaction, key: ApiKey): Promise<void> {
  await client.query(
    `update api_keys set name = $3, scopes = $4, expires_at = $5, ip_allowlist = $6, status = $7, revoked_at = $8,
       version = version + 1
     where organization_id = $1 and id = $2`,
    [
      key.organizationId,
      key.id,
      key.name,
      key.scopes,
      key.expiresAt,
      key.ipAllowlist,
      key.status === 'revoked' ? 'revoked' : 'active',
      key.revokedAt,
    ],
  );
  await client.query(
    `select pg_notify('tamis_api_keys', encode(key_hash, 'hex')) from api_keys where organization_id = $1 and id = $2`,
    [key.organizationId, key.id],
  );
}

/** Sets the limits of all keys of an organization. */
export async function setKeyLimits(
  client: Transaction,
  organizationId: string,
  { rateLimit, burstLimit }: { readonly rateLimit: number; readonly burstLimit: number | null },
): Promise<void> {
  await client.query('update api_keys set rate_limit = $2, burst_limit = $3 where organization_id = $1', [
    organizationId,
    rateLimit,
    burstLimit,
  ]);
}

/** A key whose expiry was extended and that has expired again is announced again. */
const isDue = `status = 'active' and expires_at <= now() and expires_at is distinct from announced_expiry`;

/** Returns organizations with expired keys that were not announced yet. The transaction of `client` does not belong to an organization. */
export const findOrganizationsWithExpiredKeys = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(client, 'expired keys', `select distinct organization_id as id from api_keys where ${isDue}`);

export interface ExpiredKey {
  readonly name: string;
  readonly expiresAt: Date;
}

/** Returns the keys that have expired since the last call. Each is announced once. */
export async function markExpiredKeys(client: Transaction, organizationId: string): Promise<readonly ExpiredKey[]> {
  const { rows } = await client.query<ExpiredKey>(
    `update api_keys set announced_expiry = expires_at where organization_id = $1 and ${isDue}
     returning name, expires_at as "expiresAt"`,
    [organizationId],
  );
  return rows;
}

/**
 * Returns the person who created a key, directly or through other keys; for a person, returns `id` itself. Keys without a creator belong to
 * the administrator of the server, and thus to a single person.
 */
export async function resolvePerson(client: Queryable, organizationId: string, id: string): Promise<string> {
  const { rows } = await client.query<{ readonly person: string }>(
    `with recursive made (id, depth) as (
       select $2::text, 0
       union all
       select coalesce(k.created_by, 'administration'), made.depth + 1 from made
       join api_keys k on k.organization_id = $1 and k.id::text = made.id where made.depth < 100)
     select id as person from made order by depth desc limit 1`,
    [organizationId, id],
  );
  return rows[0]?.person ?? id;
}
