import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Evaluations of one rule alone. */
export class RuleRuns1795200260000 implements MigrationInterface {
  readonly name = 'RuleRuns1795200260000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table evaluations add column rule_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table evaluations drop column rule_id');
  }
}
