import { type Queryable, userEventsOfSql } from '../../../../platform/database/index.js';

/** The counts of the devices of an entity. */
export interface ContextSummary {
  readonly totalDevices: number;
  readonly activeDevices30d: number;
  readonly blockedDevices: number;
  readonly trustedDevices: number;
  readonly emulatorDevices: number;
  readonly rootedDevices: number;
  readonly distinctIps: number;
  readonly distinctCountries: number;
  readonly sharedDevices: number;
  readonly sharedIps: number;
  readonly vpnEvents: number;
  readonly firstSeenAt: Date | null;
  readonly lastSeenAt: Date | null;
}

// The events over a VPN have an index of their own, whose condition this query repeats.
const text = `
  select d.*, a.*,
    (select count(*)::int from ${userEventsOfSql('$2')} u
      where (u.is_vpn or (u.device_details ->> 'isVpn') = 'true')) as "vpnEvents",
    (select count(*)::int from (
      select country_code from devices where organization_id = $1 and entity_id = $2 and country_code is not null
      union select country_code from device_addresses where organization_id = $1 and entity_id = $2 and country_code is not null) c
    ) as "distinctCountries"
  from (
    select count(*)::int as "totalDevices",
      (count(*) filter (where last_seen_at >= $3::timestamptz - interval '30 days'))::int as "activeDevices30d",
      (count(*) filter (where is_blocked))::int as "blockedDevices",
      (count(*) filter (where is_trusted))::int as "trustedDevices",
      (count(*) filter (where is_emulator))::int as "emulatorDevices",
      (count(*) filter (where is_rooted))::int as "rootedDevices",
      (count(*) filter (where exists (
        select from devices o where o.organization_id = $1 and o.device_id = devices.device_id and o.entity_id <> $2)))::int as "sharedDevices",
      min(first_seen_at) as "firstSeenAt", max(last_seen_at) as "lastSeenAt"
    from devices where organization_id = $1 and entity_id = $2
  ) d, (
    select count(*)::int as "distinctIps",
      (count(*) filter (where exists (
        select from device_addresses o where o.organization_id = $1 and o.ip_address = own.ip_address and o.entity_id <> $2)))::int as "sharedIps"
    from (select distinct ip_address from device_addresses where organization_id = $1 and entity_id = $2) own
  ) a`;

export async function readSummary(
  client: Queryable,
  organizationId: string,
  entityId: string,
  now: Date,
): Promise<ContextSummary> {
  const { rows } = await client.query<ContextSummary>({
    name: 'context_summary',
    text,
    values: [organizationId, entityId, now],
  });
  return rows[0]!;
}
