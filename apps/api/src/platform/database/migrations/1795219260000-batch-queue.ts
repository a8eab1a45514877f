import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `alter table batch_jobs drop constraint batch_jobs_status_check`,
  `alter table batch_jobs
     add constraint batch_jobs_status_check
       check (status in ('queued', 'running', 'completed', 'failed', 'cancelled', 'interrupted')),
     add column is_cancelled boolean not null default false,
     add column is_paused boolean not null default false,
     alter column attempt set default 0,
     alter column heartbeat_at drop not null,
     alter column lease_expires_at drop not null`,
  `drop index batch_jobs_live`,
  `create unique index batch_jobs_live on batch_jobs (organization_id, kind) where status in ('queued', 'running')`,
];

/** Batches wait for their turn, and can be cancelled and paused. */
export class BatchQueue1795219260000 implements MigrationInterface {
  readonly name = 'BatchQueue1795219260000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from batch_jobs where status in ('queued', 'cancelled', 'interrupted')`);
    await runner.query('drop index batch_jobs_live');
    await runner.query(
      `create unique index batch_jobs_live on batch_jobs (organization_id, kind) where status = 'running'`,
    );
    await runner.query(
      `alter table batch_jobs drop constraint batch_jobs_status_check, drop column is_cancelled, drop column is_paused`,
    );
    await runner.query(
      `alter table batch_jobs add constraint batch_jobs_status_check check (status in ('running', 'completed', 'failed'))`,
    );
  }
}
