import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of a version that was put in force, why, by whom and on what evidence. */
export class RulePublications1795221300000 implements MigrationInterface {
  readonly name = 'RulePublications1795221300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table rule_versions add column publication json');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table rule_versions drop column publication');
  }
}
