import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The dearest terms of a version of a rule, which are found as it is stored: null for those that were stored before. And runs in which a
 * window of a rule had too many rows: what was counted before does not say, so it is null, and so is what is added to it.
 */
export class MetCosts1795248000000 implements MigrationInterface {
  readonly name = 'MetCosts1795248000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table rule_versions add column dearest json');
    await runner.query('alter table rule_counts add column too_many_rows bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table rule_counts drop column too_many_rows');
    await runner.query('alter table rule_versions drop column dearest');
  }
}
