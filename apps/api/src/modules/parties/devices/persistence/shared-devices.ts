import type { Queryable } from '../../../../platform/database/index.js';

/** A device of one of the given entities that another entity has also used, and the total of other entities. */
export interface SharedDevice {
  readonly entityId: string;
  readonly value: string;
  readonly otherId: string;
  readonly total: number;
}

/** Returns, for each entity, the entities that share a device with it, most recently seen first. */
export async function findSharedDevices(
  client: Queryable,
  organizationId: string,
  entityIds: readonly string[],
  most: number,
): Promise<readonly SharedDevice[]> {
  const { rows } = await client.query<SharedDevice>({
    name: 'shared-devices',
    text: `select e.id as "entityId", l.* from unnest($2::uuid[]) as e (id) cross join lateral (
        select o.device_id as value, o.entity_id as "otherId", (count(*) over ())::int as total
        from devices d join devices o on o.organization_id = $1 and o.device_id = d.device_id and o.entity_id <> d.entity_id
        where d.organization_id = $1 and d.entity_id = e.id
        order by o.last_seen_at desc, o.id desc limit $3) l`,
    values: [organizationId, entityIds, most],
  });
  return rows;
}
