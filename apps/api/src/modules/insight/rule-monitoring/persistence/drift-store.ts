import type { Queryable } from '../../../../platform/database/index.js';
import type { DriftStatus } from '../domain/drift.js';

/**
 * Stores the drift status of a rule, and returns the previous status of the same version, or `null` if it was another version. Concurrent
 * calls run one after another.
 */
export async function swapDriftStatus(
  client: Queryable,
  organizationId: string,
  found: { readonly ruleId: string; readonly version: number; readonly status: DriftStatus; readonly at: Date },
): Promise<DriftStatus | null> {
  const { ruleId, version, status, at } = found;
  await client.query(
    `insert into rule_drifts (organization_id, rule_id, version, status, checked_at) values ($1, $2, $3, 'stable', $4)
     on conflict (organization_id, rule_id) do nothing`,
    [organizationId, ruleId, version, at],
  );
  const before = await client.query<{ version: number; status: DriftStatus }>(
    'select version, status from rule_drifts where organization_id = $1 and rule_id = $2 for update',
    [organizationId, ruleId],
  );
  await client.query(
    'update rule_drifts set version = $3, status = $4, checked_at = $5 where organization_id = $1 and rule_id = $2',
    [organizationId, ruleId, version, status, at],
  );
  const [known] = before.rows;
  return known?.version === version ? known.status : null;
}
