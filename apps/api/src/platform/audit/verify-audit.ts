import {
  ChainVerifier,
  type ChainEntry,
  type ChainFault,
  type ChainHead,
  firstPreviousHash,
  sha256,
} from '@tamis/audit-chain';

import type { Queryable } from '../database/index.js';

export interface AuditVerification {
  /** Number of entries that were checked. */
  readonly entries: number;
  readonly head: ChainHead;
  /** `null` if the chain is intact. */
  readonly fault: ChainFault | null;
}

/** Number of entries per query: a few megabytes. */
const batchSize = 5_000;

/** Returns the newest entry of an organization. */
export async function readAuditHead(client: Queryable, organizationId: string): Promise<ChainHead> {
  const { rows } = await client.query<{ sequence: string; hash: string }>(
    'select sequence, hash from audit_heads where organization_id = $1',
    [organizationId],
  );
  const [row] = rows;
  return row ? { sequence: Number(row.sequence), hash: row.hash } : { sequence: 0, hash: firstPreviousHash };
}

/** Returns the entries after a sequence number as they are stored, in ascending order. */
export async function readChain(
  client: Queryable,
  organizationId: string,
  after: number,
  limit: number,
): Promise<readonly ChainEntry[]> {
  const { rows } = await client.query<[string, string, string, string]>({
    name: 'audit-chain',
    text: `select sequence::text, previous_hash, hash, content::text from audit_events
      where organization_id = $1 and sequence > $2 order by audit_events.sequence limit $3`,
    values: [organizationId, after, limit],
    rowMode: 'array',
  } as never);
  return rows.map(([sequence, previousHash, hash, content]) => ({
    sequence: Number(sequence),
    previousHash,
    hash,
    content,
  }));
}

/**
 * Finds the first entry whose filter columns do not match its content, or `null` if there is none. The sequence is read as text, since
 * content that was tampered with may hold anything.
 */
async function findMismatchedEntry(client: Queryable, organizationId: string): Promise<number | null> {
  const { rows } = await client.query<{ sequence: string | null }>(
    `select min(e.sequence)::text as sequence from audit_events e,
       json_to_record(case json_typeof(e.content) when 'object' then e.content else '{}' end) as t
         (id text, event text, "resourceType" text, "resourceId" text, "timestamp" text, actor json, "relatedIds" json)
     where e.organization_id = $1
       and (e.id::text, e.event, e.resource_type, e.resource_id, e.actor_type, e.actor_id, e.happened_at,
         e.related_transaction_id, e.related_entity_id) is distinct from
         (t.id, t.event, t."resourceType", t."resourceId", t.actor ->> 'type', t.actor ->> 'id', t.timestamp,
         t."relatedIds" ->> 'transactionId', t."relatedIds" ->> 'entityId')`,
    [organizationId],
  );
  const sequence = rows[0]?.sequence ?? null;
  return sequence === null ? null : Number(sequence);
}

/**
 * Recomputes the whole audit chain of an organization outside of the database, from one consistent snapshot, and compares the columns with
 * the hashed content. `published` holds chain heads that were recorded earlier.
 */
export async function verifyAudit(
  client: Queryable,
  organizationId: string,
  published: readonly ChainHead[] = [],
): Promise<AuditVerification> {
  await client.query('set transaction isolation level repeatable read');
  const head = await readAuditHead(client, organizationId);
  const check = new ChainVerifier(sha256, organizationId, published);
  let fault: ChainFault | null = null;
  let entries = 0;
  const read = (after: number) => readChain(client, organizationId, after, batchSize);
  // The database reads the next entries while these are being hashed.
  for (let next: ReturnType<typeof read> | null = read(-1); next !== null;) {
    const batch: readonly ChainEntry[] = await next;
    next = batch.length < batchSize || fault ? null : read(batch.at(-1)!.sequence);
    for (const entry of batch) fault ??= check.append(entry);
    entries += batch.length;
  }
  fault ??= check.finish(head);
  const misfiled = await findMismatchedEntry(client, organizationId);
  const isFirst = misfiled !== null && misfiled < (fault?.sequence ?? Infinity);
  return { entries, head, fault: isFirst ? { sequence: misfiled, kind: 'changed' } : fault };
}
