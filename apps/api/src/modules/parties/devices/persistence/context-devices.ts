import { newestTypeSql } from '../../relationships/index.js';
import { joinEntitySql, type Queryable, transactionsOfSql } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import type { Device } from '../domain/device.js';
import { signalThresholds } from '../domain/risk-signals.js';
import { deviceColumns, deviceTables } from './device-columns.js';

/** An address of one device. */
export interface DeviceAddress {
  readonly ipAddress: string;
  readonly countryCode: string | null;
  /** `null`, here and for the next two fields, means unknown. */
  readonly isVpn: boolean | null;
  readonly isProxy: boolean | null;
  readonly isTor: boolean | null;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  /** The number of sightings of the device with this address. */
  readonly count: number;
}

/** Another entity that uses the same device. */
export interface OtherEntity {
  readonly entityId: string;
  readonly externalId: string | null;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly riskScore: number;
  /** The type of an active relationship with the entity of the context; `null` if there is none. */
  readonly relation: string | null;
  readonly lastSeenAt: Date;
}

/** A device with the data that an investigation needs. Lists are limited, newest first. */
export interface DeviceInContext {
  readonly device: Device;
  readonly eventCount: number;
  readonly transactionCount: number;
  readonly addresses: readonly DeviceAddress[];
  readonly sharedWith: readonly OtherEntity[];
  /** Based on the addresses of the last 30 days. */
  readonly isAddressShared: boolean;
  readonly isVpn: boolean;
  readonly isTor: boolean;
}

type Row = Device & Pick<DeviceInContext, 'eventCount' | 'transactionCount' | 'isAddressShared' | 'isVpn' | 'isTor'>;

const recent = `a.organization_id = $1 and a.device = d.id and a.last_seen_at >= $4`;

const devices = `
  select ${deviceColumns}, d.event_count as "eventCount",
    (select count(*)::int from ${transactionsOfSql('origin', '$2')} t where t.device_id = d.device_id) as "transactionCount",
    exists (select from device_addresses a join device_addresses o on o.organization_id = $1 and o.ip_address = a.ip_address
      and o.entity_id <> $2 and o.last_seen_at >= $4 where ${recent}) as "isAddressShared",
    exists (select from device_addresses a where ${recent} and a.is_vpn) as "isVpn",
    exists (select from device_addresses a where ${recent} and a.is_tor) as "isTor"
  from ${deviceTables}
  where d.organization_id = $1 and d.entity_id = $2 order by d.last_seen_at desc, d.id desc limit $3`;

const addresses = `
  select d.id as device, a.ip_address as "ipAddress", a.country_code as "countryCode", a.is_vpn as "isVpn", a.is_proxy as "isProxy",
    a.is_tor as "isTor", a.first_seen_at as "firstSeenAt", a.last_seen_at as "lastSeenAt", a.count
  from unnest($2::uuid[]) as d (id) cross join lateral (
    select * from device_addresses a where a.organization_id = $1 and a.device = d.id order by a.last_seen_at desc limit $3) a
  order by a.last_seen_at desc, a.ip_address`;

// Only rows of the organization are joined, so that names from other organizations cannot appear.
const others = `
  select d.id as device, o.entity_id as "entityId", e.external_id as "externalId", e.name, e.type, e.status,
    e.risk_score as "riskScore", o.last_seen_at as "lastSeenAt",
    coalesce(${newestTypeSql('$4', 'o.entity_id')}, ${newestTypeSql('o.entity_id', '$4')}) as relation
  from unnest($2::uuid[], $3::text[]) as d (id, device_id) cross join lateral (
    select * from devices o where o.organization_id = $1 and o.device_id = d.device_id and o.entity_id <> $4
      order by o.last_seen_at desc limit $5) o
  ${joinEntitySql('e', 'o', 'o.entity_id')}
  order by o.last_seen_at desc, o.id`;

/** Returns the most recently seen devices of an entity, with their addresses and the other entities that use them. */
export async function readContextDevices(
  client: Queryable,
  { organizationId, entityId }: { readonly organizationId: string; readonly entityId: string },
  limit: number,
  now: Date,
): Promise<readonly DeviceInContext[]> {
  const since = new Date(now.getTime() - signalThresholds.addressMs);
  const values = [organizationId, entityId, limit, since];
  const { rows } = await client.query<Row>({ name: 'context_devices', text: devices, values });
  const ids = rows.map(({ id }) => id);
  const deviceIds = rows.map(({ deviceId }) => deviceId);
  const perDevice = limits.contextRowsOfDevice;
  const [itsAddresses, itsEntities] = await Promise.all([
    client.query<DeviceAddress & { device: string }>({
      name: 'context_addresses',
      text: addresses,
      values: [organizationId, ids, perDevice],
    }),
    client.query<OtherEntity & { device: string }>({
      name: 'context_others',
      text: others,
      values: [organizationId, ids, deviceIds, entityId, perDevice],
    }),
  ]);
  const addressesOf = byDevice(itsAddresses.rows);
  const entitiesOf = byDevice(itsEntities.rows);
  return rows.map(({ eventCount, transactionCount, isAddressShared, isVpn, isTor, ...device }) => ({
    device,
    eventCount,
    transactionCount,
    addresses: addressesOf.get(device.id) ?? [],
    sharedWith: entitiesOf.get(device.id) ?? [],
    isAddressShared,
    isVpn,
    isTor,
  }));
}

function byDevice<T extends object>(rows: readonly (T & { device: string })[]): Map<string, Omit<T, 'device'>[]> {
  const grouped = new Map<string, Omit<T, 'device'>[]>();
  for (const { device, ...row } of rows) grouped.set(device, [...(grouped.get(device) ?? []), row]);
  return grouped;
}
