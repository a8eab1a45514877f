import type { MigrationInterface, QueryRunner } from 'typeorm';

import { rowSecurity } from '../row-security.js';

const statements = [
  `create table rule_plans (
     organization_id uuid not null,
     id uuid not null,
     based_on text,
     files text not null,
     prune boolean not null,
     changes text not null,
     created_by text not null,
     created_at timestamptz(3) not null,
     expires_at timestamptz(3) not null,
     primary key (organization_id, id))`,
  ...rowSecurity('rule_plans'),
];

/** What files of rules would change, until it is applied. */
export class RulePlans1795210535000 implements MigrationInterface {
  readonly name = 'RulePlans1795210535000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table rule_plans');
  }
}
