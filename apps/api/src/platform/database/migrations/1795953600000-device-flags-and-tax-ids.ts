import type { MigrationInterface, QueryRunner } from 'typeorm';

const flags = {
  devices: ['is_emulator', 'is_rooted'],
  device_addresses: ['is_vpn', 'is_proxy', 'is_tor'],
} as const;

/**
 * What nobody has said of a device is unknown, not false; what is stored stays, as nobody can tell which of it was said. User events
 * are found by the tax id they say, in any spelling.
 */
export class DeviceFlagsAndTaxIds1795953600000 implements MigrationInterface {
  readonly name = 'DeviceFlagsAndTaxIds1795953600000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(flags)) {
      const changes = columns.map((name) => `alter ${name} drop not null, alter ${name} drop default`);
      await runner.query(`alter table ${table} ${changes.join(', ')}`);
    }
    await runner.query(`create function tax_id_key(given text) returns text language sql immutable parallel safe as $$
      select nullif(upper(regexp_replace(normalize(given, nfkc), '[^[:alnum:]]', '', 'g')), '') $$`);
    await runner.query(`create index user_events_tax_id on user_events (organization_id, tax_id_key(tax_id), occurred_at, seq)
      where tax_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index user_events_tax_id');
    await runner.query('drop function tax_id_key(text)');
    for (const [table, columns] of Object.entries(flags)) {
      const known = columns.map((name) => `${name} = coalesce(${name}, false)`);
      await runner.query(`update ${table} set ${known.join(', ')}`);
      const changes = columns.map((name) => `alter ${name} set default false, alter ${name} set not null`);
      await runner.query(`alter table ${table} ${changes.join(', ')}`);
    }
  }
}
