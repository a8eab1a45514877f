import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Matches are ordered by amounts as floating numbers. Under row security the database looks into an index only with operators that are
 * leakproof, and those of `numeric` are not: a page in the middle of a million took seconds.
 */
export class MatchAmounts1795223088389 implements MigrationInterface {
  readonly name = 'MatchAmounts1795223088389';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table dry_run_matches alter column sort_amount type double precision');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table dry_run_matches alter column sort_amount type numeric');
  }
}
