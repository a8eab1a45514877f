import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts of rules are changed every few seconds: a page that has room for it keeps a changed row beside its former self, and no index is told. */
export class CountsInPlace1795237200000 implements MigrationInterface {
  readonly name = 'CountsInPlace1795237200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table rule_counts set (fillfactor = 40)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table rule_counts reset (fillfactor)');
  }
}
