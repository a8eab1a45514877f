import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is there; partitions that come later have it from whoever adds them. */
const ofPartitions = (action: string): string => `do $$
  declare part regclass;
  begin
    for part in select inhrelid from pg_inherits where inhparent = 'evaluations'::regclass loop
      execute format('alter table %s ${action}', part);
    end loop;
  end $$`;

/**
 * A run is kept in one piece of up to half a page. With less than that nearly every one had a field stored apart, and a short one
 * compressed for nothing.
 */
export class UndividedRuns1795234500000 implements MigrationInterface {
  readonly name = 'UndividedRuns1795234500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ofPartitions('set (toast_tuple_target = 4080)'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(ofPartitions('reset (toast_tuple_target)'));
  }
}
