import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each publication keeps its own content, so that an old decision names the rule versions and titles it was made with. */
export class RuleSetRevisions1763600300000 implements MigrationInterface {
  readonly name = 'RuleSetRevisions1763600300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table rule_set_activations add column content json');
    await runner.query(
      `update rule_set_activations a set content = s.content from rule_sets s
       where s.organization_id = a.organization_id and s.version = a.version`,
    );
    await runner.query('alter table rule_set_activations alter column content set not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table rule_set_activations drop column content');
  }
}
