import type { MigrationInterface, QueryRunner } from 'typeorm';

import { currentLookupSql, rowSecurity } from '../row-security.js';

const expired = `created_at < now() - interval '24 hours' and ${currentLookupSql} = 'expired answers'`;

const statements = [
  // `id` and the key of `answer` are derived from what the caller sent: neither can be had from the other.
  `create table idempotent_answers (
     organization_id uuid not null references organizations (id),
     id bytea not null,
     status smallint not null,
     answer bytea not null,
     created_at timestamptz(3) not null default now(),
     primary key (organization_id, id))`,
  // What has expired is removed for all organizations at once.
  `create index idempotent_answers_created on idempotent_answers (created_at)`,
  ...rowSecurity('idempotent_answers'),
  `create policy expired_read on idempotent_answers for select using (${expired})`,
  `create policy expired_delete on idempotent_answers for delete using (${expired})`,
];

/** The answers that are given again to requests with the same `Idempotency-Key`. */
export class Idempotency1763652700000 implements MigrationInterface {
  readonly name = 'Idempotency1763652700000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table idempotent_answers');
  }
}
