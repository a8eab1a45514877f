import type { Queryable } from '../../../platform/database/index.js';

/** What became of the deliveries that a webhook was sent in the last day. */
export interface DeliveryCounts {
  readonly delivered24h: number;
  readonly failed24h: number;
}

/** By the id of a webhook. A delivery that has failed so far, and one that was given up, have both failed. */
export async function countDeliveries(
  client: Queryable,
  organizationId: string,
  webhookIds: readonly string[],
): Promise<ReadonlyMap<string, DeliveryCounts>> {
  const { rows } = await client.query<DeliveryCounts & { id: string }>(
    `select id, counted.* from unnest($2::uuid[]) as w (id) cross join lateral (
       select count(*) filter (where status = 'delivered')::int as "delivered24h",
         count(*) filter (where status in ('failed', 'exhausted'))::int as "failed24h"
       from webhook_deliveries
       where organization_id = $1 and webhook_id = w.id and created_at > now() - interval '24 hours') counted`,
    [organizationId, webhookIds],
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}
