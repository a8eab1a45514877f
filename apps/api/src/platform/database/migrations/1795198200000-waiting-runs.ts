import type { MigrationInterface, QueryRunner } from 'typeorm';

import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../row-security.js';

const own = `organization_id = ${currentOrganizationSql}`;

const statements = [
  // Of each run whose rules have others to run after the answer.
  `create table waiting_runs (
     organization_id uuid not null references organizations (id),
     evaluation_id uuid not null,
     attempts integer not null default 0,
     due_at timestamptz(3) not null default now(),
     primary key (organization_id, evaluation_id))`,
  ...rowSecurity('waiting_runs', { visible: `${own} or ${currentLookupSql} = 'waiting runs'`, writable: own }),
  `create function tell_waiting_run() returns trigger language plpgsql as $$
   begin
     perform pg_notify('tamis_waiting_runs', new.organization_id::text);
     return null;
   end $$`,
  `create trigger waiting_runs_told after insert on waiting_runs for each row execute function tell_waiting_run()`,
];

/** Rules that run after the answer are waited for in a table: what was committed is not forgotten when a process ends. */
export class WaitingRuns1795198200000 implements MigrationInterface {
  readonly name = 'WaitingRuns1795198200000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table waiting_runs');
    await runner.query('drop function tell_waiting_run');
  }
}
