import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which events a matrix runs on. */
export class EvaluationTriggers1795200520000 implements MigrationInterface {
  readonly name = 'EvaluationTriggers1795200520000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table risk_matrices add column evaluation_triggers json not null default '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table risk_matrices drop column evaluation_triggers');
  }
}
