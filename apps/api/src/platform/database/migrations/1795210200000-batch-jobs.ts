import type { MigrationInterface, QueryRunner } from 'typeorm';

import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../row-security.js';

const own = `organization_id = ${currentOrganizationSql}`;

const statements = [
  // `next_item` is the first that is not stored yet: it moves in the transaction that stores those before it.
  `create table batch_jobs (
     organization_id uuid not null,
     id uuid not null,
     kind text not null,
     status text not null check (status in ('running', 'completed', 'failed')),
     total_items int not null,
     next_item int not null default 0,
     succeeded int not null default 0,
     failed int not null default 0,
     skipped int not null default 0,
     errors json not null default '[]',
     options json not null,
     asked_by json not null,
     payload text,
     attempt int not null default 1,
     heartbeat_at timestamptz(3) not null,
     lease_expires_at timestamptz(3) not null,
     worker_error text,
     created_at timestamptz(3) not null,
     completed_at timestamptz(3),
     primary key (organization_id, id))`,
  `create unique index batch_jobs_live on batch_jobs (organization_id, kind) where status = 'running'`,
  ...rowSecurity('batch_jobs', { visible: `${own} or ${currentLookupSql} = 'batch jobs'`, writable: own }),
];

/** Batches as jobs: what was accepted is carried out although the process that took it has ended. */
export class BatchJobs1795210200000 implements MigrationInterface {
  readonly name = 'BatchJobs1795210200000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table batch_jobs');
  }
}
