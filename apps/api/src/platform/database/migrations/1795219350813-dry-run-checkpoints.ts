import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // What a replay has counted so far, compressed: replaced in place, and gone when the run has ended.
  `alter table dry_runs add column checkpoint bytea`,
  // Matches belong to the run, whichever attempt wrote them: those behind a checkpoint are told by the events taken before them.
  `delete from dry_run_matches m using dry_runs r
   where r.organization_id = m.organization_id and r.id = m.dry_run_id and r.attempt <> m.attempt`,
  `alter table dry_run_matches drop column attempt, add column events_done bigint not null default 0`,
];

/** Dry runs go on from where they were when their process ended. */
export class DryRunCheckpoints1795219350813 implements MigrationInterface {
  readonly name = 'DryRunCheckpoints1795219350813';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table dry_run_matches drop column events_done, add column attempt int not null default 1',
    );
    await runner.query('alter table dry_runs drop column checkpoint');
  }
}
