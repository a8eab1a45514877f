import type { GuardMetric } from '@tamis/library';

import { findOrganizations, type Queryable, type Transaction } from '../../../platform/database/index.js';

/** Organizations with rules that are guarded. The transaction of `client` is of none. */
export const findOrganizationsWithGuards = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(client, 'rule guards', 'select distinct organization_id as id from rule_guards');

/** False: another process checks guards. Until the transaction ends, no other does. */
export async function lockGuardChecks(client: Transaction): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('rule guards', 1)) as taken`,
  );
  return rows[0]!.taken;
}

/** Guarded rules that decide. */
export async function findGuardedRuleIds(client: Queryable, organizationId: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select r.id from rule_guards g join rules r on r.organization_id = g.organization_id and r.id = g.rule_id
     where g.organization_id = $1 and r.status = 'active' and r.enabled order by r.id`,
    [organizationId],
  );
  return rows.map(({ id }) => id);
}

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
