import type { TestApi } from './start-test-api.js';

interface Copies {
  /** Of the evaluation of a payment. */
  readonly id: string;
  /** How long ago. */
  readonly days: number;
  /** Amounts rise from it one by one. */
  readonly from: number;
  /** Each of so many is without a channel. */
  readonly without: number;
}

/** Stores an evaluation again and again, as if it had been made days ago. */
export async function copyEvaluations(
  { pool, production: { organizationId } }: TestApi,
  { id, days, from, without }: Copies,
): Promise<void> {
  await pool.query(
    `insert into evaluations (organization_id, id, record_type, record_id, entity_ids, trigger, evaluation_type, stage,
        rule_set_version, rule_set_revision, now, evaluated_at, decision, risk_score, risk_level, total_score, outcome, applied, context,
        facts, execution_time_ms, hit_rule_ids, unknown_rule_ids)
      select organization_id, gen_random_uuid(), record_type, gen_random_uuid(), entity_ids, trigger, evaluation_type, stage,
        rule_set_version, rule_set_revision, now, now() - make_interval(days => $3), decision, risk_score, risk_level, total_score,
        outcome, applied, (case when n % $5 = 0 then changed - 'channel' else changed end)::json, facts, execution_time_ms, hit_rule_ids,
        unknown_rule_ids
      from evaluations, generate_series(1, 400) n,
        lateral (select jsonb_set(context::jsonb, '{amount}', to_jsonb($4 + n)) as changed) c
      where organization_id = $1 and id = $2`,
    [organizationId, id, days, from, without],
  );
}
