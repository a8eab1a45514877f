import type { StoredRecord } from '@tamis/engine';

import type { Queryable } from '../../../platform/database/index.js';
import { alertTable, userEventTable } from '../../evaluations/index.js';

/** Sources whose records stand in windows and are read as they are now. */
export const recordTables = { userEvents: userEventTable, alerts: alertTable } as const;

/** When a record of each source was stored. */
const storedAt = 'r.created_at';

export interface RecordSpan {
  readonly source: keyof typeof recordTables;
  /** JSON paths that are read. */
  readonly paths: readonly (readonly string[])[];
  /** Null: from the first one on. */
  readonly from: Date | null;
  readonly to: Date;
  readonly asOf: Date;
}

export interface PastRecord {
  readonly at: Date;
  readonly record: StoredRecord;
}

/** A record that has these values at these paths. */
function recordOf(paths: readonly (readonly string[])[], values: readonly unknown[]): StoredRecord {
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

/** What windows read of the records of a source, in the order in which they were stored. Within a transaction. */
export async function* readPastRecords(
  client: Queryable,
  organizationId: string,
  { source, paths: wanted, from, to, asOf }: RecordSpan,
  count: number,
): AsyncGenerator<readonly PastRecord[]> {
  const table = recordTables[source];
  const times = source === 'userEvents' ? [['timestamp'], ['createdAt']] : [['createdAt']];
  const paths = [['id'], ...times, ...wanted];
  const values: unknown[] = [organizationId, from, to, asOf];
  const columns = paths.map((path) => {
    const column = table.column(path);
    if (!column) return 'null';
    if (column.value === undefined) return column.sql;
    values.push(column.value);
    return column.sql.replace('?', `$${values.length}`);
  });
  const cursor = `past_${source.toLowerCase()}`;
  await client.query(
    `declare ${cursor} no scroll cursor for
       select ${storedAt} as at, json_build_array(${columns.join(', ')}) as found
       from ${table.table} ${paths.some(table.needsEntities) ? table.entities : ''}
       where r.organization_id = $1 and ${table.time} >= coalesce($2, '-infinity'::timestamptz) and ${table.time} <= $3
         and ${storedAt} <= $4
       order by ${storedAt}, ${table.arrival}`,
    values,
  );
  for (;;) {
    const { rows } = await client.query<{ at: Date; found: string }>(`fetch ${count} from ${cursor}`);
    if (rows.length > 0)
      yield rows.map(({ at, found }) => ({ at, record: recordOf(paths, JSON.parse(found) as readonly unknown[]) }));
    if (rows.length < count) break;
  }
  await client.query(`close ${cursor}`);
}
