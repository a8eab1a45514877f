import type { Queryable } from '../../../platform/database/index.js';

/** A time whose records are not there any more. */
export interface DroppedPeriod {
  readonly from: Date;
  readonly until: Date;
}

/** The earliest time within a period whose records of a table were dropped; null: all are there. */
export async function findDropped(
  client: Queryable,
  table: 'transactions' | 'user_events' | 'evaluations',
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<DroppedPeriod | null> {
  const { rows } = await client.query<DroppedPeriod>(
    `select dropped_from as "from", dropped_until as until from dropped_periods
     where record_table = $1 and dropped_from <= $3 and dropped_until > $2 order by dropped_from limit 1`,
    [table, from, to],
  );
  return rows[0] ?? null;
}
