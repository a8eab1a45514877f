import type { Queryable } from '../../../../platform/database/index.js';
import type { PlannedChange } from '../domain/rule-plan.js';
import type { NamedSource } from '../domain/rules-in-files.js';

/** A set of files, and the changes they would make. */
export interface RulePlan {
  readonly id: string;
  /** The active rule set at the time of planning; `null` if there was none. */
  readonly basedOn: string | null;
  readonly files: readonly NamedSource[];
  readonly prune: boolean;
  readonly changes: readonly PlannedChange[];
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Stores a plan, and deletes expired plans. */
export async function insertPlan(client: Queryable, organizationId: string, plan: RulePlan): Promise<void> {
  await client.query('delete from rule_plans where organization_id = $1 and expires_at <= now()', [organizationId]);
  await client.query(
    `insert into rule_plans (organization_id, id, based_on, files, prune, changes, created_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      organizationId,
      plan.id,
      plan.basedOn,
      JSON.stringify(plan.files),
      plan.prune,
      JSON.stringify(plan.changes),
      plan.createdBy,
      plan.createdAt,
      plan.expiresAt,
    ],
  );
}

/** Returns `null` if there is none, or if it has expired. Nobody else can apply it until the transaction ends. */
export async function lockPlan(
  client: Queryable,
  organizationId: string,
  id: string,
): Promise<Pick<RulePlan, 'basedOn' | 'files' | 'prune' | 'changes'> | null> {
  const { rows } = await client.query<{
    basedOn: string | null;
    files: string;
    prune: boolean;
    changes: string;
  }>(
    `select based_on as "basedOn", files, prune, changes from rule_plans
     where organization_id = $1 and id = $2 and expires_at > clock_timestamp() for update`,
    [organizationId, id],
  );
  const [row] = rows;
  if (!row) return null;
  return {
    basedOn: row.basedOn,
    prune: row.prune,
    files: JSON.parse(row.files) as RulePlan['files'],
    changes: JSON.parse(row.changes) as RulePlan['changes'],
  };
}

export async function deletePlan(client: Queryable, organizationId: string, id: string): Promise<void> {
  await client.query('delete from rule_plans where organization_id = $1 and id = $2', [organizationId, id]);
}
