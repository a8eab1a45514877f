import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which rule sets decided on the rows of a batch. */
export class BatchRuleSets1795996800000 implements MigrationInterface {
  readonly name = 'BatchRuleSets1795996800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table batch_jobs add column rule_set_versions text[] not null default '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table batch_jobs drop column rule_set_versions');
  }
}
