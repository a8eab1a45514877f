import type { MigrationInterface, QueryRunner } from 'typeorm';

import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../row-security.js';

const own = `organization_id = ${currentOrganizationSql}`;

const statements = [
  // A guard counts from `armed_at` on, and only runs of publications since `armed_revision`: what a rule did before is not held
  // against it. `expected` is what the dry run it is compared with found.
  `create table rule_guards (
     organization_id uuid not null,
     rule_id uuid not null,
     limits text not null,
     min_executions integer not null,
     action text not null check (action in ('pause', 'notify')),
     notify text[] not null,
     expected text,
     set_by text,
     set_at timestamptz(3) not null,
     armed_at timestamptz(3) not null,
     armed_revision integer not null,
     checked_at timestamptz(3),
     primary key (organization_id, rule_id),
     foreign key (organization_id, rule_id) references rules (organization_id, id))`,
  ...rowSecurity('rule_guards', { visible: `${own} or ${currentLookupSql} = 'rule guards'`, writable: own }),
  `create table rule_guard_trips (
     organization_id uuid not null,
     id uuid not null,
     rule_id uuid not null,
     tripped_at timestamptz(3) not null,
     metric text not null,
     observed double precision not null,
     tripped_limit text not null,
     bound double precision not null,
     action text not null,
     evaluation_ids uuid[] not null,
     ended_at timestamptz(3),
     undone_by text,
     primary key (organization_id, id),
     foreign key (organization_id, rule_id) references rules (organization_id, id))`,
  `create index rule_guard_trips_rule on rule_guard_trips (organization_id, rule_id, tripped_at)`,
  ...rowSecurity('rule_guard_trips'),
];

/** Limits that rules are held to while they run, and what became of them. */
export class RuleGuards1795209012080 implements MigrationInterface {
  readonly name = 'RuleGuards1795209012080';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table rule_guard_trips, rule_guards');
  }
}
