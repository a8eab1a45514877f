import type { MigrationInterface, QueryRunner } from 'typeorm';

import { currentLookupSql, rowSecurity } from '../row-security.js';

const statements = [
  // Which transaction stored a run: who counts runs later tells by it those that had been committed when it last looked.
  `alter table evaluations add column arrived xid8 not null default pg_current_xact_id()`,
  `create index evaluations_arrived on evaluations (organization_id, arrived, id)`,
  // What the versions of rules came to, by the hour they were evaluated in. Minutes of the last day are by publication too, for
  // guards; hours are not, and have a `revision` of 0.
  `create table rule_counts (
     organization_id uuid not null references organizations (id),
     rule_id uuid not null,
     version integer not null,
     period text not null check (period in ('minute', 'hour')),
     at timestamptz(3) not null,
     revision integer not null,
     executions bigint not null,
     hits bigint not null,
     unknowns bigint not null,
     rejects bigint not null,
     alerts bigint not null,
     suppressed bigint not null,
     skipped bigint not null,
     micros double precision not null,
     run_micros double precision not null,
     micros_counts bigint[] not null,
     last_at timestamptz(3) not null,
     last_hit_at timestamptz(3),
     primary key (organization_id, rule_id, version, period, at, revision))`,
  ...rowSecurity('rule_counts'),
  // Runs that `counted` sees are in the counts. While `counting` is set, so are those it sees up to the place given.
  `create table rule_count_progress (
     organization_id uuid primary key references organizations (id),
     counted pg_snapshot not null default '1:1:',
     counting pg_snapshot,
     counting_at timestamptz(3),
     arrived xid8 not null default '1',
     evaluation_id uuid not null default '00000000-0000-0000-0000-000000000000')`,
  ...rowSecurity('rule_count_progress'),
  `create policy counted_organizations on active_rule_sets for select using (${currentLookupSql} = 'rule counts')`,
];

/** What rules come to is counted from stored runs, beside the traffic. */
export class RuleCounts1795207700000 implements MigrationInterface {
  readonly name = 'RuleCounts1795207700000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop policy counted_organizations on active_rule_sets');
    await runner.query('drop table rule_count_progress, rule_counts');
    await runner.query('drop index evaluations_arrived');
    await runner.query('alter table evaluations drop column arrived');
  }
}
