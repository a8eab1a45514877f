import type { Queryable, Transaction } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';

/** A column of external ids next to one of entity ids, in a table with an index on (organization, entity, time, seq). */
interface Reference {
  readonly table: 'transactions' | 'user_events';
  readonly entity: string;
  readonly column: string;
  readonly time: string;
  /** SQL: whether a row of the entity has to be rewritten. */
  readonly isStale: string;
}

const transactionReference = (side: 'origin' | 'destination'): Reference => ({
  table: 'transactions',
  entity: `${side}_entity_id`,
  column: `${side}_external_id`,
  time: 'transacted_at',
  // A payment refers to its parties as its caller did: only by entity id, or by another identifier.
  isStale: `r.${side}_external_id = $3`,
});

const transactionReferences = [transactionReference('origin'), transactionReference('destination')];
const userEventReference: Reference = {
  table: 'user_events',
  entity: 'entity_id',
  column: 'entity_external_id',
  time: 'occurred_at',
  isStale: `r.entity_external_id is distinct from $4 and $3::text is not null`,
};
const references = [...transactionReferences, userEventReference];

/** A change of the external id of one entity. */
export interface ExternalIdChange {
  readonly organizationId: string;
  readonly entityId: string;
  readonly previous: string;
  readonly next: string;
}

/** The newest arrival number of each table; rows stored later have a greater one. */
export type ArrivalWatermarks = Readonly<Record<Reference['table'], string>>;

export async function readArrivalWatermarks(client: Queryable): Promise<ArrivalWatermarks> {
  const { rows } = await client.query<ArrivalWatermarks>(
    `select (t.last_value - (not t.is_called)::int)::text as transactions,
       (u.last_value - (not u.is_called)::int)::text as user_events
     from transactions_seq_seq t, user_events_seq_seq u`,
  );
  return rows[0]!;
}

/** Rewrites the visible references, some thousand rows with each statement. */
export async function rewriteReferences(client: Transaction, change: ExternalIdChange): Promise<void> {
  for (const reference of references) await forEachBatch((after) => rewriteBatch(client, reference, change, after));
  for (const side of transactionReferences)
    await forEachBatch((after) => rewriteUnlinkedBatch(client, side, change, after));
}

/** Rewrites the references that arrived after `arrivals`. They are found by index only, however many there were before. */
export async function rewriteLaterReferences(
  client: Transaction,
  { organizationId, entityId, previous, next }: ExternalIdChange,
  arrivals: ArrivalWatermarks,
): Promise<void> {
  for (const { table, entity, column, isStale } of references) {
    await client.query(
      `update ${table} r set ${column} = $4
       where r.organization_id = $1 and r.${entity} = $2 and r.seq > $5 and ${isStale}`,
      [organizationId, entityId, previous, next, arrivals[table]],
    );
  }
}

/** Throws a violation of `entities_external_id` if another entity has the external id. */
export async function writeExternalId(
  client: Transaction,
  {
    organizationId,
    entityId,
    previous,
    next,
  }: Omit<ExternalIdChange, 'previous'> & { readonly previous: string | null },
  now: Date,
): Promise<void> {
  await client.query('update entities set external_id = $3, updated_at = $4 where organization_id = $1 and id = $2', [
    organizationId,
    entityId,
    next,
    now,
  ]);
  if (previous === null) return;
  await client.query(
    `insert into former_external_ids (organization_id, entity_id, external_id, changed_at) values ($1, $2, $3, $4)
     on conflict (organization_id, entity_id, external_id) do update set changed_at = excluded.changed_at`,
    [organizationId, entityId, previous, now],
  );
}

/** The position where a batch ended: the values of the columns it is ordered by. */
type BatchCursor = readonly string[];

async function forEachBatch(batch: (after: BatchCursor | null) => Promise<BatchCursor | null>): Promise<void> {
  let after: BatchCursor | null = null;
  do after = await batch(after);
  while (after !== null);
}

async function rewriteBatch(
  client: Transaction,
  { table, entity, column, time, isStale }: Reference,
  { organizationId, entityId, previous, next }: ExternalIdChange,
  after: BatchCursor | null,
): Promise<BatchCursor | null> {
  const { rows } = await client.query<{ time: string; seq: string; isLast: boolean }>(
    `with batch as materialized (
       select id, ${time}, seq from ${table}
       where organization_id = $1 and ${entity} = $2 and (${time}, seq) > ($5::timestamptz, $6::bigint)
       order by ${time}, seq limit $7),
     rewritten as (
       update ${table} r set ${column} = $4 from batch
       where r.organization_id = $1 and r.id = batch.id and r.${time} = batch.${time} and ${isStale})
     select ${time}::text as time, seq::text, (select count(*) from batch) < $7 as "isLast" from batch
     order by batch.${time} desc, batch.seq desc limit 1`,
    [organizationId, entityId, previous, next, after?.[0] ?? '-infinity', after?.[1] ?? '0', limits.rewriteBatch],
  );
  const [end] = rows;
  return end && !end.isLast ? [end.time, end.seq] : null;
}

/** Rewrites payments that arrived before the entity existed and referred to it by its future external id. */
async function rewriteUnlinkedBatch(
  client: Transaction,
  { table, entity, column, time }: Reference,
  { organizationId, previous, next }: ExternalIdChange,
  after: BatchCursor | null,
): Promise<BatchCursor | null> {
  const { rows } = await client.query<{ seq: string; isLast: boolean }>(
    `with batch as materialized (
       select id, ${time}, seq from ${table}
       where organization_id = $1 and ${entity} is null and ${column} = $2 and seq > $4::bigint
       order by seq limit $5),
     rewritten as (
       update ${table} r set ${column} = $3 from batch
       where r.organization_id = $1 and r.id = batch.id and r.${time} = batch.${time} and r.${column} = $2)
     select seq::text, (select count(*) from batch) < $5 as "isLast" from batch order by batch.seq desc limit 1`,
    [organizationId, previous, next, after?.[0] ?? '0', limits.rewriteBatch],
  );
  const [end] = rows;
  return end && !end.isLast ? [end.seq] : null;
}
