import type { Queryable, Transaction } from '../database/index.js';

export interface StoredResponse {
  readonly status: number;
  readonly sealed: Buffer;
}

/** A request that is under way, and holds no transaction. */
export interface KeyClaim {
  readonly organizationId: string;
  readonly id: Buffer;
  /** Of this time that the request runs: whoever takes it over has another. */
  readonly claim: string;
}

/** Reserves the key until the transaction ends, however it ends. False: another request holds it. */
export async function tryLockKey(client: Queryable, id: Buffer): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>({
    name: 'idempotency-reserve',
    text: 'select pg_try_advisory_xact_lock($1::bigint) as free',
    values: [id.readBigInt64BE().toString()],
  });
  return rows[0]!.free;
}

/** To be asked once the key is reserved: a statement sees what was committed before it began. `claimed`: a request is under way. */
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

/** Keeps others from the key, also when the transaction is over. The key is reserved, and `findResponse` found nothing. */
export async function storeClaim(
  client: Transaction,
  { organizationId, id, claim }: KeyClaim,
  leaseMs: number,
): Promise<void> {
  client.enqueue({
    name: 'idempotency-claim',
    // There is one where it has expired, or where whoever made it was not heard of.
    text: `insert into idempotent_answers (organization_id, id, claim, claimed_until)
           values ($1, $2, $3, now() + make_interval(secs => $4 / 1000.0))
           on conflict (organization_id, id) do update set status = null, answer = null, claim = excluded.claim,
             claimed_until = excluded.claimed_until, created_at = excluded.created_at`,
    values: [organizationId, id, claim, leaseMs],
  });
}

/** Says that the request still runs. */
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

/** Puts the answer in the place of the claim, unless another has taken it over. */
export async function answerClaim(
  client: Queryable,
  { organizationId, id, claim }: KeyClaim,
  { status, sealed }: StoredResponse,
): Promise<void> {
  await client.query({
    name: 'idempotency-answer',
    text: `update idempotent_answers set status = $4, answer = $5, claim = null, claimed_until = null
           where organization_id = $1 and id = $2 and claim = $3`,
    values: [organizationId, id, claim, status, sealed],
  });
}

/** Lets the key be used again: nothing came of the request. */
export async function releaseClaim(client: Queryable, { organizationId, id, claim }: KeyClaim): Promise<void> {
  await client.query({
    name: 'idempotency-release',
    text: 'delete from idempotent_answers where organization_id = $1 and id = $2 and claim = $3',
    values: [organizationId, id, claim],
  });
}

/** The transaction throws what is wrong with it. */
export async function storeResponse(
  client: Transaction,
  organizationId: string,
  id: Buffer,
  { status, sealed }: StoredResponse,
): Promise<void> {
  client.enqueue({
    name: 'idempotency-store',
    // There is one where it has expired and is not yet removed, or was claimed by a request of which nobody heard any more.
    text: `insert into idempotent_answers (organization_id, id, status, answer) values ($1, $2, $3, $4)
           on conflict (organization_id, id) do update
           set status = excluded.status, answer = excluded.answer, claim = null, claimed_until = null, created_at = excluded.created_at`,
    values: [organizationId, id, status, sealed],
  });
}

/** How many expired answers of all organizations were removed: at most `limit`. */
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
