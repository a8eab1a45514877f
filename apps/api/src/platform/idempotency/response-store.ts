import type { Queryable, Transaction } from '../database/index.js';

export interface StoredResponse {
  readonly status: number;
  readonly sealed: Buffer;
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

/** To be asked once the key is reserved: a statement sees what was committed before it began. */
export async function findResponse(
  client: Queryable,
  organizationId: string,
  id: Buffer,
): Promise<StoredResponse | null> {
  const { rows } = await client.query<StoredResponse>({
    name: 'idempotency-find',
    text: `select status, answer as sealed from idempotent_answers
           where organization_id = $1 and id = $2 and created_at >= now() - interval '24 hours'`,
    values: [organizationId, id],
  });
  return rows[0] ?? null;
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
    // There is one where it has expired and is not yet removed.
    text: `insert into idempotent_answers (organization_id, id, status, answer) values ($1, $2, $3, $4)
           on conflict (organization_id, id) do update
           set status = excluded.status, answer = excluded.answer, created_at = excluded.created_at`,
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
