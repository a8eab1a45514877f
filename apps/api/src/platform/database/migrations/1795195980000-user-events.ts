import type { MigrationInterface, QueryRunner } from 'typeorm';

import { rowSecurity } from '../row-security.js';

// `seq` is the arrival number, as of transactions: windows are cut by `occurred_at` and ordered by (occurred_at, seq).
const tables = [
  `create table user_events (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     seq bigint generated always as identity,
     external_id text,
     event_type text not null,
     user_id text not null,
     entity_id uuid not null,
     entity_external_id text,
     tax_id text,
     occurred_at timestamptz(3) not null,
     event_date date,
     device_id text,
     ip_address text,
     country text,
     is_vpn boolean,
     is_proxy boolean,
     is_new_device boolean,
     failed_attempts_count integer,
     destination_account_id text,
     destination_cuit text,
     previous_value text,
     user_agent text,
     device_details json,
     metadata json,
     risk_score numeric,
     decision text,
     last_evaluation_id uuid,
     rule_set_version text,
     last_risk_evaluation_at timestamptz(3),
     batch_job_id uuid,
     created_at timestamptz(3) not null,
     primary key (organization_id, id))`,
  `create unique index user_events_external_id on user_events (organization_id, external_id) where external_id is not null`,
  `create index user_events_time on user_events (organization_id, occurred_at, id)`,
  `create index user_events_entity on user_events (organization_id, entity_id, occurred_at, seq)`,
  `create index user_events_user on user_events (organization_id, user_id, occurred_at, seq)`,
  `create index user_events_device on user_events (organization_id, device_id, occurred_at, seq) where device_id is not null`,
  `create index user_events_address on user_events (organization_id, ip_address, occurred_at, seq) where ip_address is not null`,
  `create index user_events_vpn on user_events (organization_id, entity_id)
     where is_vpn or (device_details ->> 'isVpn') = 'true'`,
  `create table devices (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     entity_id uuid not null,
     device_id text not null,
     external_id text,
     device_name text,
     platform text,
     manufacturer text,
     model text,
     brand text,
     os_name text,
     os_version text,
     browser text,
     browser_version text,
     latitude double precision,
     longitude double precision,
     city text,
     region text,
     country text,
     country_code text,
     ip_address text,
     is_emulator boolean not null default false,
     is_rooted boolean not null default false,
     is_blocked boolean not null default false,
     is_trusted boolean not null default false,
     metadata json not null default '{}',
     event_count integer not null default 0,
     first_seen_at timestamptz(3) not null,
     last_seen_at timestamptz(3) not null,
     created_at timestamptz(3) not null,
     updated_at timestamptz(3) not null,
     primary key (organization_id, id),
     constraint devices_of_entity unique (organization_id, entity_id, device_id))`,
  `create index devices_seen on devices (organization_id, entity_id, last_seen_at, id)`,
  `create index devices_device_id on devices (organization_id, device_id, last_seen_at)`,
  `create table device_addresses (
     organization_id uuid not null,
     device uuid not null,
     entity_id uuid not null,
     ip_address text not null,
     country_code text,
     is_vpn boolean not null default false,
     is_proxy boolean not null default false,
     is_tor boolean not null default false,
     count integer not null,
     first_seen_at timestamptz(3) not null,
     last_seen_at timestamptz(3) not null,
     primary key (organization_id, device, ip_address),
     foreign key (organization_id, device) references devices (organization_id, id) on delete cascade)`,
  `create index device_addresses_seen on device_addresses (organization_id, device, last_seen_at)`,
  `create index device_addresses_entity on device_addresses (organization_id, entity_id, ip_address)`,
  `create index device_addresses_shared on device_addresses (organization_id, ip_address, last_seen_at)`,
  // What a payment says of its device stands in its text; a context counts the payments of one party with one device.
  `create index transactions_device on transactions (organization_id, origin_entity_id, (device_details ->> 'deviceId'))
     where device_details ->> 'deviceId' is not null`,
];

/** What users did, the devices they did it with, and the addresses these came from. */
export class UserEvents1795195980000 implements MigrationInterface {
  readonly name = 'UserEvents1795195980000';

  async up(runner: QueryRunner): Promise<void> {
    const policies = ['user_events', 'devices', 'device_addresses'].flatMap((table) => rowSecurity(table));
    for (const statement of [...tables, ...policies]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index transactions_device');
    await runner.query('drop table device_addresses, devices, user_events');
  }
}
