import type { Queryable } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';

export interface ItemStats {
  readonly totalItems: number;
  /** Active items that have not expired. */
  readonly activeItems: number;
  readonly inactiveItems: number;
  /** Expired items, whether active or not. */
  readonly expiredItems: number;
  /** Item counts of the largest categories, without items that have no category. */
  readonly byCategory: Readonly<Record<string, number>>;
  readonly bySeverity: {
    readonly low: number;
    readonly medium: number;
    readonly high: number;
    readonly critical: number;
  };
  readonly lastItemAddedAt: Date | null;
}

interface StatsRow extends Omit<ItemStats, 'byCategory' | 'bySeverity'> {
  readonly low: number;
  readonly medium: number;
  readonly high: number;
  readonly critical: number;
}

/** Counts the items of a list as of `now`. */
export async function readItemStats(
  client: Queryable,
  organizationId: string,
  listId: string,
  now: Date,
): Promise<ItemStats> {
  const severity = (name: string): string => `(count(*) filter (where severity = '${name}'))::int as ${name}`;
  const counted = await client.query<StatsRow>(
    `select count(*)::int as "totalItems",
       (count(*) filter (where is_active and (expires_at is null or expires_at > $3)))::int as "activeItems",
       (count(*) filter (where not is_active))::int as "inactiveItems",
       (count(*) filter (where expires_at <= $3))::int as "expiredItems",
       ${['low', 'medium', 'high', 'critical'].map(severity).join(', ')}, max(created_at) as "lastItemAddedAt"
     from data_list_items where organization_id = $1 and list_id = $2`,
    [organizationId, listId, now],
  );
  const categories = await client.query<{ readonly category: string; readonly count: number }>(
    `select category, count(*)::int as count from data_list_items
     where organization_id = $1 and list_id = $2 and category is not null
     group by category order by count desc, category limit $3`,
    [organizationId, listId, limits.dataListCategories],
  );
  const { low, medium, high, critical, ...stats } = counted.rows[0]!;
  return {
    ...stats,
    byCategory: Object.fromEntries(categories.rows.map(({ category, count }) => [category, count])),
    bySeverity: { low, medium, high, critical },
  };
}
