import type { Queryable } from '../../../../platform/database/index.js';
import type { DriftStatus } from '../domain/drift.js';

/** Stores what was found of a rule; what was found of this version before, null: of another. One after the other. */
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
