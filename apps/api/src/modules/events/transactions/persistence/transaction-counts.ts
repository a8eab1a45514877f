import type { Queryable } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';

export interface CountsPeriod {
  readonly granularity: 'hour' | 'day';
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly timezone: string;
}

/** Number of payments of one group within an hour or day. */
export interface TimedCount {
  readonly at: Date;
  readonly key: string;
  readonly count: number;
  /** Time of the first of them. */
  readonly first: Date;
}

const columns = { decision: `coalesce(decision, 'NONE')`, status: 'status' } as const;

/** Counts the newest payments of a period by decision or status, at most `limits.statsPayments`. */
export async function countTransactions(
  client: Queryable,
  organizationId: string,
  by: keyof typeof columns,
  { granularity, from, to, timezone }: CountsPeriod,
): Promise<readonly TimedCount[]> {
  const { rows } = await client.query<TimedCount>({
    name: `transactions-by-${by}`,
    text: `select date_trunc($4, transacted_at, $5) as at, key, count(*)::int as count, min(transacted_at) as first from (
        select transacted_at, ${columns[by]} as key from transactions
        where organization_id = $1 and transacted_at >= $2 and transacted_at < $3
        order by transacted_at desc limit ${limits.statsPayments}) newest
      group by 1, 2 order by 1, 2`,
    values: [organizationId, from, to, granularity, timezone],
  });
  return rows;
}
