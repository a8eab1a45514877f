import { unpackInputs } from '../../src/modules/decisions/evaluations/index.js';
import type { TestApi } from './start-test-api.js';

interface Copies {
  /** Id of the evaluation of a payment. */
  readonly id: string;
  /** Age of the copies in days. */
  readonly days: number;
  /** Amount from which the amounts of the copies increase one by one. */
  readonly from: number;
  /** One of this many copies has no channel. */
  readonly without: number;
}

/** Stores many copies of an evaluation, as if they had been made some days ago. */
export async function copyEvaluations(
  { pool, production: { organizationId } }: TestApi,
  { id, days, from, without }: Copies,
): Promise<void> {
  const { rows } = await pool.query<{ inputs: Buffer }>(
    'select inputs from evaluations where organization_id = $1 and id = $2',
    [organizationId, id],
  );
  const { context, facts } = unpackInputs(rows[0]!.inputs);
  await pool.query(
    `insert into evaluations (organization_id, id, record_type, record_id, entity_ids, trigger, evaluation_type, stage,
        rule_set_version, rule_set_revision, now, evaluated_at, decision, risk_score, risk_level, total_score, outcome, applied, inputs,
        execution_time_ms, hit_rule_ids, unknown_rule_ids)
      select organization_id, gen_random_uuid(), record_type, gen_random_uuid(), entity_ids, trigger, evaluation_type, stage,
        rule_set_version, rule_set_revision, now, now() - make_interval(days => $3), decision, risk_score, risk_level, total_score,
        outcome, applied, convert_to((case when n % $5 = 0 then changed - 'channel' else changed end)::text || E'\\x1e' || $7, 'UTF8'),
        execution_time_ms, hit_rule_ids, unknown_rule_ids
      from evaluations, generate_series(1, 400) n,
        lateral (select jsonb_set($6::jsonb, '{amount}', to_jsonb($4 + n)) as changed) c
      where organization_id = $1 and id = $2`,
    [organizationId, id, days, from, without, context, facts],
  );
}
