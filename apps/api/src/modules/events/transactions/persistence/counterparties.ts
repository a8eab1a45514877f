import type { Queryable } from '../../../../platform/database/index.js';

/** Total of the newest payments between an entity and one counterparty, in one direction. */
export interface PaidBetween {
  readonly entityId: string;
  readonly source: string;
  readonly target: string;
  readonly count: number;
  /** A decimal; `null` if none of the payments has an amount in USD. */
  readonly sumInUsd: string | null;
  readonly lastAt: Date;
  /** Number of pairs that the entity has, in both directions. */
  readonly total: number;
  /** `false` if the entity has more payments than were added up. */
  readonly isComplete: boolean;
}

const side = (own: 'origin' | 'destination', other: 'origin' | 'destination'): string =>
  `(select origin_entity_id as source, destination_entity_id as target, amount_in_usd, transacted_at from transactions
    where organization_id = $1 and ${own}_entity_id = e.id and transacted_at >= $3 and ${other}_entity_id is distinct from e.id
    order by transacted_at desc, seq desc limit $5)`;

/**
 * Returns, for each entity, the counterparties with the most payments, based on its newest payments in each direction since a point in
 * time.
 */
export async function findPaidBetween(
  client: Queryable,
  organizationId: string,
  entityIds: readonly string[],
  { since, most, mostPayments }: { readonly since: Date; readonly most: number; readonly mostPayments: number },
): Promise<readonly PaidBetween[]> {
  const { rows } = await client.query<PaidBetween>({
    name: 'paid-between',
    text: `select e.id as "entityId", l.* from unnest($2::uuid[]) as e (id) cross join lateral (
        select source, target, count(*)::int as count, sum(amount_in_usd)::text as "sumInUsd", max(transacted_at) as "lastAt",
          (count(*) over ())::int as total, bool_and(seen < $5) as "isComplete"
        from (select p.*, count(*) over (partition by p.source = e.id) as seen
          from (${side('origin', 'destination')} union all ${side('destination', 'origin')}) p) counted
        where source is not null and target is not null
        group by source, target order by count(*) desc, max(transacted_at) desc limit $4) l`,
    values: [organizationId, entityIds, since, most, mostPayments],
  });
  return rows;
}
