import { canonicalIp } from '@tamis/stdx';

import { joinEntitySql, newId, type Queryable } from '../../../../platform/database/index.js';
import type { Device, DeviceFacts, Sighting } from '../domain/device.js';
import { deviceColumns } from './device-columns.js';

interface FactColumn {
  readonly column: string;
  readonly type: 'text' | 'float8' | 'boolean' | 'json';
  /** The value for a new device if none is given. */
  readonly initial: null | false | '{}';
}

const text = (column: string): FactColumn => ({ column, type: 'text', initial: null });
const degrees = (column: string): FactColumn => ({ column, type: 'float8', initial: null });
/** A property of the device itself: it is unknown until it is reported. */
const flag = (column: string): FactColumn => ({ column, type: 'boolean', initial: null });
/** A mark that people set on the device. */
const mark = (column: string): FactColumn => ({ column, type: 'boolean', initial: false });

const facts: Readonly<Record<keyof DeviceFacts, FactColumn>> = {
  externalId: text('external_id'),
  deviceName: text('device_name'),
  platform: text('platform'),
  manufacturer: text('manufacturer'),
  model: text('model'),
  brand: text('brand'),
  osName: text('os_name'),
  osVersion: text('os_version'),
  browser: text('browser'),
  browserVersion: text('browser_version'),
  latitude: degrees('latitude'),
  longitude: degrees('longitude'),
  city: text('city'),
  region: text('region'),
  country: text('country'),
  countryCode: text('country_code'),
  ipAddress: text('ip_address'),
  isEmulator: flag('is_emulator'),
  isRooted: flag('is_rooted'),
  isBlocked: mark('is_blocked'),
  isTrusted: mark('is_trusted'),
  metadata: { column: 'metadata', type: 'json', initial: '{}' },
};
const names = Object.keys(facts) as (keyof DeviceFacts)[];
const columns = Object.values(facts);

const initialSql = ({ initial }: FactColumn): string => (initial === null ? 'null' : `'${initial}'`);

const placeholder = (index: number): string => `$${index + 12}::${columns[index]!.type}`;

// A later sighting takes precedence; facts of an earlier time only fill gaps.
const mergeAssignments = columns.map(
  ({ column }, index) =>
    `${column} = case when $6 >= d.last_seen_at then coalesce(${placeholder(index)}, d.${column}) else coalesce(d.${column}, ${placeholder(index)}) end`,
);
const addressFlag = (column: string, at: number): string => `${column} = coalesce($${at}::boolean, a.${column})`;

const recordStatement = `
  with device as (
    insert into devices as d (organization_id, id, entity_id, device_id, event_count, first_seen_at, last_seen_at, created_at, updated_at,
        ${columns.map(({ column }) => column).join(', ')})
      values ($1, $2, $3, $4, $5, $6, $6, $7, $7, ${columns.map((fact, index) => `coalesce(${placeholder(index)}, ${initialSql(fact)})`).join(', ')})
      on conflict (organization_id, entity_id, device_id) do update set
        event_count = d.event_count + $5, first_seen_at = least(d.first_seen_at, $6), last_seen_at = greatest(d.last_seen_at, $6),
        updated_at = $7, ${mergeAssignments.join(', ')}
      returning d.*
  ), address as (
    insert into device_addresses as a (organization_id, device, entity_id, ip_address, country_code, is_vpn, is_proxy, is_tor, count,
        first_seen_at, last_seen_at)
      select $1, id, $3, $8::text, ${placeholder(names.indexOf('countryCode'))}, $9::boolean, $10::boolean, $11::boolean, 1, $6, $6
        from device where $8::text is not null
      on conflict (organization_id, device, ip_address) do update set
        count = a.count + 1, first_seen_at = least(a.first_seen_at, $6), last_seen_at = greatest(a.last_seen_at, $6),
        country_code = coalesce(excluded.country_code, a.country_code),
        ${addressFlag('is_vpn', 9)}, ${addressFlag('is_proxy', 10)}, ${addressFlag('is_tor', 11)}
  )
  select ${deviceColumns} from device d ${joinEntitySql('e', 'd', 'd.entity_id')}`;

/**
 * Registers the device of a sighting, or updates what is known about it and its address. One statement is used; sightings of one device
 * take turns.
 */
export async function recordSighting(client: Queryable, sighting: Sighting, now: Date): Promise<RecordedSighting> {
  const id = newId(now.getTime());
  const { organizationId, entityId, deviceId, isEvent, at, address } = sighting;
  const { rows } = await client.query<Device>({
    name: 'record_sighting',
    text: recordStatement,
    values: [
      ...[organizationId, id, entityId, deviceId, isEvent ? 1 : 0, at, now, addressOf(sighting)],
      ...[address.isVpn ?? null, address.isProxy ?? null, address.isTor ?? null],
      ...names.map((name) => sighting.facts[name] ?? null),
    ],
  });
  const device = rows[0]!;
  return { device, isNew: device.id === id };
}

/** Returns the address in canonical form, however it was sent, because it is compared to find entities that share an address. */
const addressOf = ({ facts: { ipAddress } }: Sighting): string | null =>
  ipAddress == null ? null : (canonicalIp(ipAddress) ?? ipAddress);

/** Returns the device of a sighting with an entity that is not stored, as a new device. */
export function toTransientDevice(
  { deviceId, at, facts: told }: Sighting,
  entity: { readonly id: string; readonly externalId: string | null; readonly taxId: string | null },
): Device {
  const known = names.map((name) => [name, told[name] ?? facts[name].initial]);
  return {
    ...(Object.fromEntries(known) as Pick<Device, keyof DeviceFacts>),
    id: newId(at.getTime()),
    deviceId,
    entityId: entity.id,
    entityExternalId: entity.externalId,
    entityTaxId: entity.taxId,
    firstSeenAt: at,
    lastSeenAt: at,
    createdAt: at,
    updatedAt: at,
  };
}

export interface RecordedSighting {
  readonly device: Device;
  readonly isNew: boolean;
}
