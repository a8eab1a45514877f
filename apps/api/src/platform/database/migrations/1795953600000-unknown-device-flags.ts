import type { MigrationInterface, QueryRunner } from 'typeorm';

const flags = {
  devices: ['is_emulator', 'is_rooted'],
  device_addresses: ['is_vpn', 'is_proxy', 'is_tor'],
} as const;

/** What nobody has said of a device is unknown, not false. What is stored stays: nobody can tell which of it was said. */
export class UnknownDeviceFlags1795953600000 implements MigrationInterface {
  readonly name = 'UnknownDeviceFlags1795953600000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(flags)) {
      const changes = columns.map((name) => `alter ${name} drop not null, alter ${name} drop default`);
      await runner.query(`alter table ${table} ${changes.join(', ')}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(flags)) {
      const known = columns.map((name) => `${name} = coalesce(${name}, false)`);
      await runner.query(`update ${table} set ${known.join(', ')}`);
      const changes = columns.map((name) => `alter ${name} set default false, alter ${name} set not null`);
      await runner.query(`alter table ${table} ${changes.join(', ')}`);
    }
  }
}
