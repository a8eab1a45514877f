import type { MigrationInterface, QueryRunner } from 'typeorm';

import { rowSecurity } from '../row-security.js';

// A person approves, however many keys they have made: `requested_person` is who stands behind the key.
const statements = [
  `create table rule_approvals (
     organization_id uuid not null,
     id uuid not null,
     rule_id uuid not null,
     action text not null,
     version integer not null,
     request text not null,
     reason text,
     requested_by text not null,
     requested_person text not null,
     requested_at timestamptz(3) not null,
     expires_at timestamptz(3) not null,
     status text not null check (status in ('pending', 'approved', 'rejected', 'withdrawn')),
     decided_by text,
     decided_at timestamptz(3),
     comment text,
     primary key (organization_id, id),
     foreign key (organization_id, rule_id) references rules (organization_id, id))`,
  `create index rule_approvals_time on rule_approvals (organization_id, requested_at, id)`,
  ...rowSecurity('rule_approvals'),
];

/** Publications that wait for a second person. */
export class RuleApprovals1795201500000 implements MigrationInterface {
  readonly name = 'RuleApprovals1795201500000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table rule_approvals');
  }
}
