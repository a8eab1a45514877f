import type { MigrationInterface, QueryRunner } from 'typeorm';

// Rules link records by what they have in common. Columns, because under row-level security nothing is looked up by an expression;
// an address as one, because it has many spellings. What is no address is null, as it is to rules.
const addressOf = `create function address_of(given text) returns inet language plpgsql immutable parallel safe as $$
  declare found inet;
  begin
    if given ~ '^(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(\\.(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)){3}$' then return given::inet; end if;
    if given is null or given !~ '^[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:.]+$' then return null; end if;
    begin
      found := given::inet;
      return case when found <<= '::ffff:0:0/96' then substr(host(found), 8)::inet else found end;
    exception when others then
      return null;
    end;
  end $$`;

const statements = [
  addressOf,
  `alter table transactions
     add column device_address inet generated always as (address_of(device_details ->> 'ipAddress')) stored`,
  'alter table user_events add column address inet generated always as (address_of(ip_address)) stored',
  `create index transactions_of_device on transactions (organization_id, device_id, transacted_at, seq)
     where device_id is not null`,
  `create index transactions_of_address on transactions (organization_id, device_address, transacted_at, seq)
     where device_address is not null`,
  `create index user_events_of_address on user_events (organization_id, address, occurred_at, seq) where address is not null`,
];

/** Payments by their device, payments and user events by their address, as rules link them. */
export class RecordKeys1795208100000 implements MigrationInterface {
  readonly name = 'RecordKeys1795208100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index transactions_of_device');
    await runner.query('alter table transactions drop column device_address');
    await runner.query('alter table user_events drop column address');
    await runner.query('drop function address_of');
  }
}
