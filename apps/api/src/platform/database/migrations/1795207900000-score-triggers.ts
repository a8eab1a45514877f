import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the score of a matrix sets off, and the open case of a rule or matrix about an entity, which is joined and not opened twice. */
export class ScoreTriggers1795207900000 implements MigrationInterface {
  readonly name = 'ScoreTriggers1795207900000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table risk_matrices add column triggers json not null default '[]'`);
    await runner.query(
      `create index cases_open_by on cases (organization_id, created_by, entity_id) where status <> 'CLOSED'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index cases_open_by');
    await runner.query('alter table risk_matrices drop column triggers');
  }
}
