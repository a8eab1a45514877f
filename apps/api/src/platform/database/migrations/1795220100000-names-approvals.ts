import type { MigrationInterface, QueryRunner } from 'typeorm';

const about = (condition: string): readonly string[] => [
  'alter table rule_approvals drop constraint rule_approvals_check',
  `alter table rule_approvals add constraint rule_approvals_check check (num_nonnulls(rule_id, rule_set_version) = ${condition})`,
];

/** Shared names and parameters that wait for a second person: they are about no rule and no rule set. */
export class NamesApprovals1795220100000 implements MigrationInterface {
  readonly name = 'NamesApprovals1795220100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of about(`case when action in ('library', 'param') then 0 else 1 end`))
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from rule_approvals where action in ('library', 'param')`);
    for (const statement of about('1')) await runner.query(statement);
  }
}
