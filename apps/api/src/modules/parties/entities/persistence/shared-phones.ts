import type { Queryable } from '../../../../platform/database/index.js';

/** A phone number of an entity that other entities also have, and how many. */
export interface SharedPhone {
  readonly entityId: string;
  readonly value: string;
  readonly otherId: string;
  readonly total: number;
}

export async function findSharedPhones(
  client: Queryable,
  organizationId: string,
  entityIds: readonly string[],
  most: number,
): Promise<readonly SharedPhone[]> {
  const { rows } = await client.query<SharedPhone>({
    name: 'shared-phones',
    text: `select e.id as "entityId", e.phone as value, l.* from entities e cross join lateral (
        select o.id as "otherId", (count(*) over ())::int as total from entities o
        where o.organization_id = $1 and o.phone = e.phone and o.id <> e.id and o.deleted_at is null
        order by o.created_at desc, o.id desc limit $3) l
      where e.organization_id = $1 and e.id = any($2::uuid[]) and e.phone is not null`,
    values: [organizationId, entityIds, most],
  });
  return rows;
}
