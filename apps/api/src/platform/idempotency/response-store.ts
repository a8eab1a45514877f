import type { Queryable, Transaction } from '../database/index.js';

export interface StoredResponse {
  readonly status: number;
  readonly sealed: Buffer;
}

/** A request in progress that holds no transaction. */
export interface KeyClaim {
  readonly organizationId: string;
  readonly id: Buffer;
  /** Id of this execution of the request; one that takes over has another id. */
  readonly claim: string;
}

/** Reserves the key until the transaction ends in any way. Returns `false` if another request holds it. */
export async function tryLockKey(client: Queryable, id: Buffer): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>({
    name: 'idempotency-reserve',
    text: 'select pg_try_advisory_xact_lock($1::bigint) as free',
    values: [id.readBigInt64BE().toString()],
  });
  return rows[0]!.free;
}

/**
 * Finds the response stored under a key. Must be called once the key is reserved, since a statement only sees what was committed before it
 * began. `claimed` means that a request is in progress.
 */
export async function findResponse(
  client: Queryable,
  organizationId: string,
  id: Buffer,
): Promise<StoredResponse | 'claimed' | null> {
  const { rows } = await client.query<{ status: number | null; sealed: Buffer | null }>({
    name: 'idempotency-find',
    text: `select status, answer as sealed from idempotent_answers
           where organization_id = $1 and id = $2 and created_at >= now() - interval '24 hours'
             and (claim is null or claimed_until > now())`,
    values: [organizationId, id],
  });
  const [found] = rows;
  if (!found) return null;
  const { status, sealed } = found;
  return status === null || sealed === null ? 'claimed' : { status, sealed };
}

/**
 * Keeps others from using the key even after the transaction ends. The key must be reserved, and `findResponse` must have found nothing.
 */
export async function storeClaim(
  client: Transaction,
  { organizationId, id, claim }: KeyClaim,
  leaseMs: number,
): Promise<void> {
  client.enqueue({
    name: 'idempotency-claim',
    // A row already exists if it has expired, or if the request that claimed it never finished.
    text: `insert into idempotent_answers (organization_id, id, claim, claimed_until)
           values ($1, $2, $3, now() + make_interval(secs => $4 / 1000.0))
           on conflict (organization_id, id) do update set status = null, answer = null, claim = excluded.claim,
             claimed_until = excluded.claimed_until, created_at = excluded.created_at`,
    values: [organizationId, id, claim, leaseMs],
  });
}

/** Extends the claim of a request that is still running. */
export async function renewClaim(
  client: Queryable,
  { organizationId, id, claim }: KeyClaim,
  leaseMs: number,
): Promise<void> {
  await client.query({
    name: 'idempotency-renew',
    text: `update idempotent_answers set claimed_until = now() + make_interval(secs => $4 / 1000.0)
           where organization_id = $1 and id = $2 and claim = $3`,
    values: [organizationId, id, claim, leaseMs],
  });
}

/** Replaces the claim with the response. Returns `false` if another request has taken over. */
export async function storeClaimedResponse(
  client: Queryable,
  { organizationId, id, claim }: KeyClaim,
  { status, sealed }: StoredResponse,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'idempotency-answer',
    text: `update idempotent_answers set status = $4, answer = $5, claim = null, claimed_until = null
           where organization_id = $1 and id = $2 and claim = $3`,
    values: [organizationId, id, claim, status, sealed],
  });
  return rowCount === 1;
}

/** Makes the key available again, since the request had no effect. */
export async function releaseClaim(client: Queryable, { organizationId, id, claim }: KeyClaim): Promise<void> {
  await client.query({
    name: 'idempotency-release',
    text: 'delete from idempotent_answers where organization_id = $1 and id = $2 and claim = $3',
    values: [organizationId, id, claim],
  });
}

/** Stores the response. If that fails, the transaction throws the error. */
export async function storeResponse(
  client: Transaction,
  organizationId: string,
  id: Buffer,
  { status, sealed }: StoredResponse,
): Promise<void> {
  client.enqueue({
    name: 'idempotency-store',
    // A row already exists if it has expired and was not removed yet, or if the request that claimed it never finished.
    text: `insert into idempotent_answers (organization_id, id, status, answer) values ($1, $2, $3, $4)
           on conflict (organization_id, id) do update
           set status = excluded.status, answer = excluded.answer, claim = null, claimed_until = null, created_at = excluded.created_at`,
    values: [organizationId, id, status, sealed],
  });
}

/** Removes at most `limit` expired responses of all organizations, and returns how many were removed. */
export async function deleteExpired(client: Queryable, limit: number): Promise<number> {
  const { rowCount } = await client.query({
    name: 'idempotency-expire',
    text: `delete from idempotent_answers where (organization_id, id) in (
             select organization_id, id from idempotent_answers where created_at < now() - interval '24 hours'
             order by created_at limit $1)`,
    values: [limit],
  });
  return rowCount ?? 0;
}
