import type { MigrationInterface, QueryRunner } from 'typeorm';

// Outcomes name rules by their place in a rule set; who looks for the runs of one rule needs its id. Runs after the answer decide
// nothing.
const statements = [
  `alter table evaluations
     add column hit_rule_ids uuid[] not null default '{}',
     add column unknown_rule_ids uuid[] not null default '{}',
     alter column decision drop not null`,
  `create index evaluations_time on evaluations (organization_id, evaluated_at, id)`,
];

/** Evaluations are listed by time and by rule. */
export class EvaluationRules1795197060000 implements MigrationInterface {
  readonly name = 'EvaluationRules1795197060000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index evaluations_time');
    await runner.query(`delete from evaluations where decision is null`);
    await runner.query(
      'alter table evaluations alter column decision set not null, drop column hit_rule_ids, drop column unknown_rule_ids',
    );
  }
}
