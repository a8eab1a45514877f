import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The user events of a batch are found by it. One that came alone is not in the index, and pays nothing for it. */
export class BatchUserEvents1795251600000 implements MigrationInterface {
  readonly name = 'BatchUserEvents1795251600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index user_events_batch on user_events (organization_id, batch_job_id) where batch_job_id is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index user_events_batch');
  }
}
