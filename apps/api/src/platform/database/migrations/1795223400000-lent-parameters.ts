import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Values that a child organization gives the parameters of rules that its parent shares. */
export class LentParameters1795223400000 implements MigrationInterface {
  readonly name = 'LentParameters1795223400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table child_opt_ins add column parameters json not null default '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table child_opt_ins drop column parameters');
  }
}
