import type { MigrationInterface, QueryRunner } from 'typeorm';

/** User events are found by the tax id they say, in any spelling. */
export class UserEventTaxIds1795957200000 implements MigrationInterface {
  readonly name = 'UserEventTaxIds1795957200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create function tax_id_key(given text) returns text language sql immutable parallel safe as $$
      select nullif(upper(regexp_replace(normalize(given, nfkc), '[^[:alnum:]]', '', 'g')), '') $$`);
    await runner.query(`create index user_events_tax_id on user_events (organization_id, tax_id_key(tax_id), occurred_at, seq)
      where tax_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index user_events_tax_id');
    await runner.query('drop function tax_id_key(text)');
  }
}
