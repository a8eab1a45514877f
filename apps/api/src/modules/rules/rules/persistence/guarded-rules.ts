import { type Transaction, findOrganizations, type Queryable } from '../../../../platform/database/index.js';

/** Organizations with rules that are guarded. The transaction of `client` is of none. */
export const findOrganizationsWithGuards = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(client, 'rule guards', 'select distinct organization_id as id from rule_guards');

/** Guarded rules that decide. */
export async function findGuardedRuleIds(client: Queryable, organizationId: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select r.id from rule_guards g join rules r on r.organization_id = g.organization_id and r.id = g.rule_id
     where g.organization_id = $1 and r.status = 'active' and r.enabled order by r.id`,
    [organizationId],
  );
  return rows.map(({ id }) => id);
}
