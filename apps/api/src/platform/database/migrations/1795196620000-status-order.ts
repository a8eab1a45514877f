import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Moves of one status within one millisecond keep their order. */
export class StatusOrder1795196620000 implements MigrationInterface {
  readonly name = 'StatusOrder1795196620000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table entity_status_history add column seq bigint generated always as identity');
    await runner.query(
      'create index entity_status_history_order on entity_status_history (organization_id, entity_id, seq)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index entity_status_history_order');
    await runner.query('alter table entity_status_history drop column seq');
  }
}
