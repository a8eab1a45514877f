import type { Queryable } from './queryable.js';

/** A period whose records have been dropped. */
export interface DroppedPeriod {
  readonly from: Date;
  readonly until: Date;
}

/** Returns the period from the first to the last dropped period of a table that overlaps `from` to `to`; `null` if nothing was dropped. */
export async function findDropped(
  client: Queryable,
  table: 'transactions' | 'user_events' | 'evaluations',
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<DroppedPeriod | null> {
  const { rows } = await client.query<DroppedPeriod>(
    `select min(dropped_from) as "from", max(dropped_until) as until from dropped_periods
     where record_table = $1 and dropped_from <= $3 and dropped_until > $2 having count(*) > 0`,
    [table, from, to],
  );
  return rows[0] ?? null;
}
