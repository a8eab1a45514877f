import type { MigrationInterface, QueryRunner } from 'typeorm';

import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../row-security.js';

const own = `organization_id = ${currentOrganizationSql}`;

const statements = [
  // `plan` is what a thread runs; `heartbeat_at` says that a process is at it, and `attempt` which one.
  `create table dry_runs (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     kind text not null check (kind in ('dry_run', 'sweep')),
     name text,
     status text not null check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
     request json not null,
     plan json not null,
     candidate jsonb not null,
     baseline jsonb,
     rule_ids uuid[] not null,
     records_done bigint not null default 0,
     records_total bigint,
     attempt int not null default 0,
     heartbeat_at timestamptz,
     result json,
     error jsonb,
     evidence_of jsonb not null default '[]',
     created_by text,
     created_at timestamptz(3) not null,
     started_at timestamptz(3),
     finished_at timestamptz(3),
     expires_at timestamptz(3) not null,
     removed_at timestamptz(3),
     primary key (organization_id, id))`,
  `create index dry_runs_time on dry_runs (organization_id, created_at, id)`,
  `create index dry_runs_unfinished on dry_runs (organization_id, created_at) where status in ('queued', 'running')`,
  ...rowSecurity('dry_runs', { visible: `${own} or ${currentLookupSql} = 'dry runs'`, writable: own }),
  // A record and a rule that hits it on one side or on both, or a record whose decision changes. `place` is the order of a sample.
  `create table dry_run_matches (
     organization_id uuid not null,
     dry_run_id uuid not null,
     attempt int not null,
     value_index int not null,
     id uuid not null,
     place double precision not null,
     record_type text not null,
     record_id uuid not null,
     external_id text,
     occurred_at timestamptz(3) not null,
     entity jsonb,
     amount numeric,
     sort_amount numeric not null,
     currency text,
     label text,
     segments text[] not null,
     change text not null,
     rule_key text,
     clause text,
     decision_baseline text,
     decision_candidate text not null,
     total_score_baseline double precision,
     total_score_candidate double precision not null,
     unknown_because jsonb,
     primary key (organization_id, dry_run_id, id))`,
  `create index dry_run_matches_time on dry_run_matches (organization_id, dry_run_id, value_index, occurred_at, id)`,
  `create index dry_run_matches_amount on dry_run_matches (organization_id, dry_run_id, value_index, sort_amount, id)`,
  `create index dry_run_matches_record on dry_run_matches (organization_id, dry_run_id, record_id)`,
  ...rowSecurity('dry_run_matches'),
  // When a list came to be as it is at a revision: a replay asks it as it was at a moment.
  `create table data_list_revisions (
     organization_id uuid not null,
     list_id uuid not null,
     revision int not null,
     made_at timestamptz not null,
     primary key (organization_id, list_id, revision),
     foreign key (organization_id, list_id) references data_lists (organization_id, id))`,
  ...rowSecurity('data_list_revisions'),
  // Replays read the runs of new payments by their payments, and all others from here.
  `create index evaluations_others on evaluations (organization_id, record_type, evaluated_at, id)
     where trigger <> 'transaction_created'`,
];

/** Dry runs and sweeps as jobs, the records on which their sides differ, and when lists changed. */
export class DryRuns1795207907208 implements MigrationInterface {
  readonly name = 'DryRuns1795207907208';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index evaluations_others');
    await runner.query('drop table data_list_revisions, dry_run_matches, dry_runs');
  }
}
