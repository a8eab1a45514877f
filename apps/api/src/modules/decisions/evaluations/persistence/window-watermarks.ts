import { organizationsSql, type Queryable, type Transaction } from '../../../../platform/database/index.js';
import { hash } from 'node:crypto';
import { linkKey, type Context, type FactRequests, type LinkRequest } from '@tamis/engine';
import { readPath } from '@tamis/lang';
import { historyKey, isHistoryRead } from '../domain/history-read.js';

/**
 * Returns the locks an evaluation must hold so that evaluations sharing a window run one after another: one for each window it reads, one
 * for each window of the same kind in which its own record will be counted, and one for each value it asks about. They are sorted and
 * distinct, so that two evaluations cannot wait for each other. Each is a signed 64-bit integer as decimal text, the format of PostgreSQL's
 * advisory locks.
 */
export function windowLockKeys(organizationId: string, requests: FactRequests, subject: Context): readonly string[] {
  // Most windows use the same few links, so each is hashed only once.
  const names = new Set<string>();
  const addKey = ({ recordPath, type, key }: LinkRequest): void => {
    const path = recordPath.join('.');
    names.add(JSON.stringify([organizationId, path, key]));
    const own = linkKey(readPath(subject, recordPath), type);
    if (own !== null && own !== key) names.add(JSON.stringify([organizationId, path, own]));
  };
  // `flat` is slow.
  for (const { links } of requests.windows)
    for (const alternatives of links) for (const keys of alternatives) keys.forEach(addKey);
  for (const read of requests.reads.filter(isHistoryRead)) {
    const key = historyKey(read);
    if (key) names.add(JSON.stringify([organizationId, ...key]));
  }
  return [...new Set(Array.from(names, lockKey))].sort();
}

const lockKey = (name: string): string => hash('sha256', name, 'buffer').readBigInt64BE().toString();

/**
 * Holds the locks until the end of the database transaction: evaluations that share a window run one after another, and thus count each
 * other. If the organization chose `relaxed` windows, they do not wait, and may miss each other. The statement that reads the windows is
 * sent together with this one, and sees what was committed when it starts, which is when the locks are held.
 */
export async function lockWindows(client: Transaction, organizationId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  client.enqueue({
    name: 'window-locks',
    text: `select pg_advisory_xact_lock(key) from unnest($1::bigint[]) key
           where (select settings ->> 'windowConsistency' is distinct from 'relaxed' from ${organizationsSql} o where id = $2)`,
    values: [[...keys], organizationId],
  });
}

/**
 * SQL that marks the last completed hour, unless it is marked already. Transactions that stored a record in that hour without noting it,
 * because the hour had not ended, have a smaller number than the mark. Rows are only added, so that no transaction waits for another.
 */
export const insertWatermarkSql = `insert into window_marks (ended, fence)
    select ended, pg_current_xact_id()::text::bigint
    from (select date_trunc('hour', now() - interval '1 minute', 'UTC') as ended) hour
    where not exists (select from window_marks mark where mark.ended >= hour.ended and not mark.is_floor)`;

/**
 * Marks the last completed hour, and deletes marks that are more than a day old: parts stored before the first remaining mark are no longer
 * valid.
 */
export async function advanceWatermarks(client: Queryable): Promise<void> {
  await client.query(insertWatermarkSql);
  await client.query(`delete from window_marks where ended < now() - interval '1 day'`);
}

/** Rows that are no longer valid. Transaction numbers in the future come from another database, from which this one was restored. */
const expiredConditions: Readonly<Record<'window_parts' | 'window_changes', string>> = {
  window_parts: 'seen < floor or seen > pg_snapshot_xmin(pg_current_snapshot())::text::bigint',
  window_changes: 'changed_by < floor or changed_by >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint',
};

/**
 * Removes rows of all organizations that no window will use any more, and returns how many; the transaction of `client` does not belong to
 * an organization.
 */
export async function deleteExpired(
  client: Transaction,
  table: keyof typeof expiredConditions,
  limit: number,
): Promise<number> {
  await client.allowLookup('ended window parts');
  const { rowCount } = await client.query(
    `delete from ${table} where ctid = any (array(
       select ctid from ${table}, (select min(fence) as floor from window_marks) mark where ${expiredConditions[table]} limit $1))`,
    [limit],
  );
  return rowCount ?? 0;
}
