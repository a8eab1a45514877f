import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which payments of a batch were passed over, one bit each; null: it was carried out before that was kept. */
export class BatchSkips1795234800000 implements MigrationInterface {
  readonly name = 'BatchSkips1795234800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table batch_jobs add column skipped_items bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table batch_jobs drop column skipped_items');
  }
}
