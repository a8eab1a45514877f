import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which transaction wrote a row of the outbox, so that whoever reads along can ask for what is visible now and was not before,
 * whenever it was committed. The new index takes the place of the one on `seq`, by which nobody reads: a row costs no index more.
 */
export class OutboxTransactions1795236600000 implements MigrationInterface {
  readonly name = 'OutboxTransactions1795236600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table outbox add column written_by xid8 not null default pg_current_xact_id()');
    await runner.query('create index outbox_written on outbox (organization_id, written_by)');
    await runner.query('drop index outbox_order');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('create index outbox_order on outbox (organization_id, seq)');
    await runner.query('alter table outbox drop column written_by');
  }
}
