import type { MigrationInterface, QueryRunner } from 'typeorm';

import { rowSecurity } from '../row-security.js';

const statements = [
  // What was last found of a rule, so that a change is told once.
  `create table rule_drifts (
     organization_id uuid not null,
     rule_id uuid not null,
     version integer not null,
     status text not null check (status in ('stable', 'watch', 'drifted')),
     checked_at timestamptz(3) not null,
     primary key (organization_id, rule_id),
     foreign key (organization_id, rule_id) references rules (organization_id, id))`,
  ...rowSecurity('rule_drifts'),
];

/** Whether what rules read is still what it was. */
export class RuleDrift1795211686631 implements MigrationInterface {
  readonly name = 'RuleDrift1795211686631';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table rule_drifts');
  }
}
