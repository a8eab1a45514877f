import type { Queryable, Transaction } from '../../../platform/database/index.js';
import type { ApiKey } from './api-key.js';

// A key ends by the clock of the database, which is one for all processes.
const columns = `id, name, environment, organization_id as "organizationId", scopes, rate_limit as "rateLimit",
  burst_limit as "burstLimit",
  coalesce(
    (select greatest(0, rate_limit - w.used) from rate_windows w
     where w.organization_id = api_keys.organization_id and w.api_key_id = api_keys.id
       and w.started_at + interval '1 hour' > clock_timestamp()),
    rate_limit) as "rateLimitRemaining", prefix,
  last_four as "lastFour", case when status = 'active' and expires_at <= clock_timestamp() then 'expired' else status end as status,
  ip_allowlist as "ipAllowlist", expires_at as "expiresAt", last_used_at as "lastUsedAt", created_by as "createdBy",
  created_at as "createdAt", revoked_at as "revokedAt"`;

/** `lock`: nobody else changes it until the transaction ends. */
export async function findApiKey(
  client: Queryable,
  organizationId: string,
  id: string,
  lock = false,
): Promise<ApiKey | null> {
  const { rows } = await client.query<ApiKey>(
    `select ${columns} from api_keys where organization_id = $1 and id = $2 ${lock ? 'for update' : ''}`,
    [organizationId, id],
  );
  return rows[0] ?? null;
}

/** The oldest first. */
export async function findApiKeys(client: Queryable, organizationId: string): Promise<readonly ApiKey[]> {
  const { rows } = await client.query<ApiKey>(
    `select ${columns} from api_keys where organization_id = $1 order by created_at, id`,
    [organizationId],
  );
  return rows;
}

/** Notes which key goes on for one that was rotated, with all that goes on by it. */
export async function storeSuccessor(
  client: Transaction,
  { organizationId, id }: ApiKey,
  successorId: string,
): Promise<void> {
  await client.query('update api_keys set replaced_by = $3 where organization_id = $1 and id = $2', [
    organizationId,
    id,
    successorId,
  ]);
}

/** Stores what of a key can change, and tells every process to forget what it knows of it. */
export async function updateApiKey(client: Transaction, key: ApiKey): Promise<void> {
  await client.query(
    `update api_keys set name = $3, scopes = $4, expires_at = $5, ip_allowlist = $6, status = $7, revoked_at = $8
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
