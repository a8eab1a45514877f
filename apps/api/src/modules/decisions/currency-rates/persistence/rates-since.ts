import type { Queryable } from '../../../../platform/database/index.js';

/** Rates that were loaded, or replaced, after a moment; of those that are fetched for all, the ones that hold since before they came. */
export async function countRatesSince(client: Queryable, organizationId: string, since: Date): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select (select count(*) from currency_rates where organization_id = $1 and loaded_at > $2)::int
      + (select count(*) from provided_rates p, organizations o
         where o.id = $1 and o.environment = 'production' and p.loaded_at > $2 and p.holds_from < p.loaded_at)::int as count`,
    [organizationId, since],
  );
  return rows[0]!.count;
}
