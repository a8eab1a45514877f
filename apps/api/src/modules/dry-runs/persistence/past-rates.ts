import type { Queryable } from '../../../platform/database/index.js';

/** Rates that were loaded, or replaced, after a moment. */
export async function countRatesSince(client: Queryable, organizationId: string, since: Date): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from currency_rates where organization_id = $1 and loaded_at > $2',
    [organizationId, since],
  );
  return rows[0]!.count;
}
