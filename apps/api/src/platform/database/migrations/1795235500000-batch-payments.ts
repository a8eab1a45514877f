import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The payments of a batch are found by it. One that came alone is not in the index, and pays nothing for it. */
export class BatchPayments1795235500000 implements MigrationInterface {
  readonly name = 'BatchPayments1795235500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index transactions_batch on transactions (organization_id, batch_job_id) where batch_job_id is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index transactions_batch');
  }
}
