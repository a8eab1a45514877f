import { activeRelationshipsSql } from '../../relationships/index.js';
import { joinEntitySql, type Queryable } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import type { Device } from '../domain/device.js';

type RelatedDevice = Pick<
  Device,
  'id' | 'deviceId' | 'deviceName' | 'platform' | 'isBlocked' | 'isTrusted' | 'lastSeenAt'
>;

/** An entity with an active relationship, in either direction, to the entity of a context. */
export interface RelatedInContext {
  readonly entity: {
    readonly id: string;
    readonly externalId: string | null;
    readonly name: string;
    readonly type: string;
    readonly taxId: string | null;
    readonly status: string;
    readonly riskScore: number;
  };
  readonly relationshipType: string;
  readonly role: string | null;
  readonly direction: 'outgoing' | 'incoming';
  readonly strength: number | null;
  readonly devices: readonly RelatedDevice[];
  readonly sharedDeviceIds: readonly string[];
}

type Relation = Omit<RelatedInContext, 'devices' | 'sharedDeviceIds'>;

const end = (own: 'source' | 'target', other: 'source' | 'target', direction: string): string =>
  `(select organization_id, ${other}_entity_id as other, '${direction}' as direction, relationship_type, role, strength, created_at, id
    from ${activeRelationshipsSql} r where ${own}_entity_id = $2
    order by created_at desc, id desc limit $3)`;

const relations = `
  select jsonb_build_object('id', e.id, 'externalId', e.external_id, 'name', e.name, 'type', e.type, 'taxId', e.tax_id,
      'status', e.status, 'riskScore', e.risk_score) as entity,
    r.relationship_type as "relationshipType", r.role, r.direction, r.strength
  from (${end('source', 'target', 'outgoing')} union all ${end('target', 'source', 'incoming')}) r
  ${joinEntitySql('e', 'r', 'r.other')} and e.deleted_at is null
  order by r.created_at desc, r.id desc limit $3`;

const devices = `
  select o.id as entity, d.id, d.device_id as "deviceId", d.device_name as "deviceName", d.platform, d.is_blocked as "isBlocked",
    d.is_trusted as "isTrusted", d.last_seen_at as "lastSeenAt"
  from unnest($2::uuid[]) as o (id) cross join lateral (
    select * from devices d where d.organization_id = $1 and d.entity_id = o.id order by d.last_seen_at desc, d.id desc limit $3) d
  order by d.last_seen_at desc, d.id desc`;

const shared = `
  select o.id as entity, d.device_id as "deviceId"
  from unnest($3::uuid[]) as o (id) cross join lateral (
    select its.device_id from devices its join devices own
      on own.organization_id = $1 and own.entity_id = $2 and own.device_id = its.device_id
      where its.organization_id = $1 and its.entity_id = o.id order by its.last_seen_at desc, its.id desc limit $4) d`;

/** Returns the entities one hop away, those with the newest relationships first, with their devices. Every list is limited. */
export async function readRelated(
  client: Queryable,
  organizationId: string,
  entityId: string,
): Promise<readonly RelatedInContext[]> {
  const found = await client.query<Relation>({
    name: 'context_relations',
    text: relations,
    values: [organizationId, entityId, limits.contextRelations],
  });
  const ids = [...new Set(found.rows.map(({ entity }) => entity.id))];
  const [seen, both] = await Promise.all([
    client.query<RelatedDevice & { entity: string }>({
      name: 'context_related_devices',
      text: devices,
      values: [organizationId, ids, limits.contextRowsOfDevice],
    }),
    client.query<{ entity: string; deviceId: string }>({
      name: 'context_shared_devices',
      text: shared,
      values: [organizationId, entityId, ids, limits.contextRowsOfDevice],
    }),
  ]);
  return found.rows.map((relation) => ({
    ...relation,
    devices: seen.rows.flatMap(({ entity, ...device }) => (entity === relation.entity.id ? [device] : [])),
    sharedDeviceIds: both.rows.flatMap(({ entity, deviceId }) => (entity === relation.entity.id ? [deviceId] : [])),
  }));
}
