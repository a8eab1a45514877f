import type { RecordSource, StoredRecord } from '@tamis/engine';

import { entityMembers } from '../domain/key-entities.js';
import { firstDeletionOfEndsSql, type Queryable } from '../../../../platform/database/index.js';
import type { AccountNumberCipher } from '../../../../platform/secrets/index.js';
import {
  accountTable,
  alertTable,
  caseTable,
  relationshipTable,
  userEventTable,
} from '../../../decisions/evaluations/index.js';

/** Sources whose records occur in windows and are read in their current state. */
export const recordTables = {
  userEvents: userEventTable,
  alerts: alertTable,
  cases: caseTable,
  relationships: relationshipTable,
  accounts: accountTable,
} as const;

/** How the end of a record is determined. */
interface RecordEnd {
  /** SQL: when it ended; null if it has not. */
  readonly at: string;
  /** Values it had until then, by member; `null` if it no longer exists after its end. */
  readonly before: Readonly<Record<string, unknown>> | null;
}

const reopenedValues = { status: 'OPEN', updatedAt: null };

const recordEnds: Readonly<Record<keyof typeof recordTables, RecordEnd | null>> = {
  userEvents: null,
  alerts: { at: 'r.resolved_at', before: { ...reopenedValues, resolution: null, resolvedAt: null } },
  cases: { at: 'r.closed_at', before: { ...reopenedValues, outcome: null, closureReason: null, closedAt: null } },
  // A relationship exists as long as both of its entities.
  relationships: { at: `least(r.deleted_at, ${firstDeletionOfEndsSql})`, before: null },
  accounts: { at: 'r.deleted_at', before: null },
};

/** Columns that no rule reads. */
const extraColumns: Partial<Record<RecordSource, Readonly<Record<string, string>>>> = {
  alerts: { dedupeKey: 'r.dedupe_key' },
};

/** SQL: when a record of each source was stored. */
const storedAt = 'r.created_at';

export interface RecordRange {
  readonly source: keyof typeof recordTables;
  /** JSON paths that are read. */
  readonly paths: readonly (readonly string[])[];
  /** `null` to start with the first record. */
  readonly from: Date | null;
  readonly to: Date;
  readonly asOf: Date;
  /** Only records that refer to one of these entities; `null` for all records. */
  readonly parties: readonly string[] | null;
}

export interface PastRecord {
  readonly at: Date;
  readonly record: StoredRecord;
}

/** Returns a record with these values at these paths. */
function toStoredRecord(paths: readonly (readonly string[])[], values: readonly unknown[]): StoredRecord {
  const record: Record<string, unknown> = {};
  for (const [index, path] of paths.entries()) {
    let place = record;
    for (const step of path.slice(0, -1)) {
      const below = place[step];
      const object = typeof below === 'object' && below !== null ? (below as Record<string, unknown>) : {};
      place[step] = object;
      place = object;
    }
    const last = path.at(-1);
    if (last !== undefined && values[index] !== null) place[last] = values[index];
  }
  return record;
}

interface PastRecordRow {
  readonly at: Date;
  readonly is_end: boolean;
  readonly has_ended: boolean;
  /** JSON of the values at the paths. */
  readonly found: string;
}

/** Returns a record as it was from a given time on. */
function toPastRecord(
  end: RecordEnd | null,
  paths: readonly (readonly string[])[],
  { at, is_end: isEnd, has_ended: hasEnded, found }: PastRecordRow,
): PastRecord {
  const record = toStoredRecord(paths, JSON.parse(found) as readonly unknown[]);
  if (isEnd && end?.before === null) return { at, record: { id: record['id'] } };
  if (isEnd || !hasEnded || !end?.before) return { at, record };
  // Null values are absent.
  const before = Object.entries(end.before).filter(
    ([member, value]) => value !== null && Object.hasOwn(record, member),
  );
  const kept = Object.entries(record).filter(([member]) => !Object.hasOwn(end.before ?? {}, member));
  return { at, record: Object.fromEntries([...kept, ...before]) };
}

/** Returns an SQL condition for the selected records: `$1` to `$5` are `rangeParams`. */
function inRange(source: RecordRange['source']): string {
  const { time, plain } = recordTables[source];
  // Records without a time of their own are always part of their windows.
  const at = time ?? `least(greatest($2, ${storedAt}), $3)`;
  const isParty = entityMembers[source].map((member) => `${plain[member]!.sql} = any($5)`);
  return `r.organization_id = $1 and ${at} >= coalesce($2, '-infinity'::timestamptz) and ${at} <= $3
    and ($5::uuid[] is null or ${isParty.join(' or ')})`;
}

const rangeParams = (organizationId: string, { from, to, asOf, parties }: RecordRange): unknown[] => [
  organizationId,
  from,
  to,
  asOf,
  parties,
];

/** Counts the records in a range, regardless of how often each changed. */
export async function countPastRecords(client: Queryable, organizationId: string, span: RecordRange): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from ${recordTables[span.source].table} where ${inRange(span.source)} and ${storedAt} <= $4`,
    rangeParams(organizationId, span),
  );
  return Number(rows[0]!.count);
}

/**
 * Yields what windows read of the records of a source, in the order in which they were stored or ended; of one that no longer exists, only
 * the id is left. Must be called within a transaction.
 */
export async function* readPastRecords(
  client: Queryable,
  organizationId: string,
  { numbers, ...span }: RecordRange & { readonly numbers: AccountNumberCipher },
  count: number,
): AsyncGenerator<readonly PastRecord[]> {
  const { source, paths: wanted } = span;
  const table = recordTables[source];
  const end = recordEnds[source];
  const endedAt = end?.at ?? 'null::timestamptz';
  const always: Partial<Record<RecordSource, readonly (readonly string[])[]>> = {
    userEvents: [['timestamp'], ['createdAt']],
    // An overlay also requires who created it, and why.
    alerts: [
      ['createdAt'],
      ['ruleId'],
      ['transactionId'],
      ['userEventId'],
      ['targetEntityId'],
      ['dedupeKey'],
      ['status'],
    ],
    cases: [['createdAt']],
  };
  const paths = [['id'], ...(always[source] ?? []), ...wanted];
  const values = rangeParams(organizationId, span);
  const columns = paths.map((path) => {
    const own = extraColumns[source]?.[path.join('.')];
    if (own !== undefined) return own;
    const plain = table.plain[path.join('.')];
    if (plain) return plain.sql;
    const column = isReplayed(source, path) ? table.column(path) : null;
    if (!column) return 'null';
    if (column.value === undefined) return column.sql;
    values.push(column.value);
    return column.sql.replace('?', `$${values.length}`);
  });
  const isJoined = paths.some((path) => isReplayed(source, path) && table.needsEntities(path));
  const cursor = `past_${source.toLowerCase()}`;
  await client.query(
    `declare ${cursor} no scroll cursor for
       select v.at, v.is_end, ${endedAt} <= $4 as has_ended, json_build_array(${columns.join(', ')}) as found
       from ${table.table} ${isJoined ? table.entities : ''}
       cross join lateral (values (${storedAt}, false), (${endedAt}, true)) v (at, is_end)
       where ${inRange(source)} and v.at <= $4
       order by v.at, ${table.arrival}, v.is_end`,
    values,
  );
  for (;;) {
    const { rows } = await client.query<PastRecordRow>(`fetch ${count} from ${cursor}`);
    if (rows.length > 0)
      yield rows.map((row) =>
        toPastRecord(end, paths, { ...row, found: numbers.open('alerts.dedupe_key', row.found) }),
      );
    if (rows.length < count) break;
  }
  await client.query(`close ${cursor}`);
}

/** Which entity is at the other end of a relationship depends on the subject. */
const isReplayed = (source: RecordSource, [first]: readonly string[]): boolean =>
  source !== 'relationships' || first !== 'related';
