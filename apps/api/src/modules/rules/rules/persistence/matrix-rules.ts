import type { Queryable } from '../../../../platform/database/index.js';
import type { RuleStatus } from '../domain/rule-status.js';

/** A rule as it is listed in the response for its matrix. */
export interface RuleSummary {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly category: string;
  readonly status: RuleStatus;
  readonly enabled: boolean;
  readonly priority: number;
  readonly score: number;
  readonly version: number;
}

/** Returns the rules of a matrix that are not archived, highest priority first. */
export async function findRulesOfMatrix(
  client: Queryable,
  organizationId: string,
  matrixId: string,
): Promise<readonly RuleSummary[]> {
  const { rows } = await client.query<RuleSummary>(
    `select id, key, name, category, status, enabled, priority, score, version from rules
     where organization_id = $1 and $2 = any(risk_matrix_ids) and status <> 'archived' order by priority desc, created_at, id`,
    [organizationId, matrixId],
  );
  return rows;
}

export interface RuleCounts {
  readonly ruleCount: number;
  readonly activeRuleCount: number;
}

/** Returns the number of rules of each matrix, without archived ones. Matrices without rules are omitted. */
export async function countRulesOfMatrices(
  client: Queryable,
  organizationId: string,
  matrixIds: readonly string[],
): Promise<ReadonlyMap<string, RuleCounts>> {
  const { rows } = await client.query<RuleCounts & { readonly id: string }>(
    `select matrix as id, count(*)::int as "ruleCount",
       (count(*) filter (where status = 'active' and enabled))::int as "activeRuleCount"
     from rules, unnest(risk_matrix_ids) matrix
     where organization_id = $1 and matrix = any($2::uuid[]) and status <> 'archived' group by matrix`,
    [organizationId, matrixIds],
  );
  return new Map(rows.map(({ id, ruleCount, activeRuleCount }) => [id, { ruleCount, activeRuleCount }]));
}

/** Returns the total cost points of the executed rule versions in each matrix. Matrices without rules are omitted. */
export async function sumCosts(
  client: Queryable,
  organizationId: string,
  matrixIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ readonly id: string; readonly cost: number }>(
    `select matrix.id, coalesce(sum(v.cost), 0)::int as cost
     from rules r
       join rule_versions v on v.organization_id = r.organization_id and v.rule_id = r.id
         and v.version in (r.active_version, r.shadow_version),
       json_each_text(v.matrices) matrix (key, id)
     where r.organization_id = $1 and matrix.id = any($2::text[]) and r.status in ('active', 'shadow') and r.enabled
     group by matrix.id`,
    [organizationId, matrixIds],
  );
  return new Map(rows.map(({ id, cost }) => [id, cost]));
}
