import type { MigrationInterface, QueryRunner } from 'typeorm';

import { rowSecurity } from '../row-security.js';

const statements = [
  // One row for each day of which evaluations were decided once more, whoever did it.
  `create table replay_samples (
     organization_id uuid not null references organizations (id),
     day date not null,
     claimed_at timestamptz(3) not null,
     finished_at timestamptz(3),
     replayed integer not null default 0,
     unavailable integer not null default 0,
     differing uuid[] not null default '{}',
     primary key (organization_id, day))`,
  ...rowSecurity('replay_samples'),
];

/** What came of deciding a sample of each day once more. */
export class ReplaySamples1795219800000 implements MigrationInterface {
  readonly name = 'ReplaySamples1795219800000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table replay_samples');
  }
}
