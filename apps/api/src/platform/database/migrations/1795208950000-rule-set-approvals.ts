import type { MigrationInterface, QueryRunner } from 'typeorm';

// An approval is about a rule, or about a rule set that is to be in force again.
const statements = [
  'alter table rule_approvals alter column rule_id drop not null',
  'alter table rule_approvals add column rule_set_version text',
  'alter table rule_approvals add check (num_nonnulls(rule_id, rule_set_version) = 1)',
];

/** Rule sets that wait for a second person. */
export class RuleSetApprovals1795208950000 implements MigrationInterface {
  readonly name = 'RuleSetApprovals1795208950000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from rule_approvals where rule_id is null');
    await runner.query('alter table rule_approvals drop column rule_set_version');
    await runner.query('alter table rule_approvals alter column rule_id set not null');
  }
}
