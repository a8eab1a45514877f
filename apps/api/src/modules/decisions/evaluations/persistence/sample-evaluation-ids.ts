import type { Queryable } from '../../../../platform/database/index.js';
import type { GuardMetric } from '@tamis/library';

/** Some of the runs behind a metric, the newest. */
export async function sampleEvaluationIds(
  client: Queryable,
  organizationId: string,
  { ruleId, metric, from }: { readonly ruleId: string; readonly metric: GuardMetric; readonly from: Date },
): Promise<readonly string[]> {
  const column = metric === 'unknownRate' ? 'unknown_rule_ids' : 'hit_rule_ids';
  const { rows } = await client.query<{ id: string }>(
    `select id from evaluations where organization_id = $1 and evaluated_at >= $2 and $3 = any(${column})
     order by evaluated_at desc, id desc limit 20`,
    [organizationId, from, ruleId],
  );
  return rows.map(({ id }) => id);
}
