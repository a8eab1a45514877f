import type { Queryable, Transaction } from '../../../../platform/database/index.js';
import { automationLimits } from '../../definitions/index.js';

/** Counts the waiting executions of one automation, up to their maximum. */
export async function countWaiting(client: Queryable, organizationId: string, automationId: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>({
    name: 'automation-waiting-count',
    text: `select count(*)::int as n from (select from automation_executions
      where organization_id = $1 and automation_id = $2 and status = 'waiting' limit $3) w`,
    values: [organizationId, automationId, automationLimits.waiting],
  });
  return rows[0]!.n;
}

export async function insertToken(
  client: Transaction,
  organizationId: string,
  { executionId, nodeId, hash }: { readonly executionId: string; readonly nodeId: string; readonly hash: Buffer },
): Promise<void> {
  await client.query({
    name: 'automation-token-insert',
    text: `insert into automation_tokens (organization_id, token_hash, execution_id, node_id, expires_at)
      values ($1, $2, $3, $4, now() + make_interval(days => $5))`,
    values: [organizationId, hash, executionId, nodeId, automationLimits.waitDays],
  });
}

/** Returns whether a token continues this execution. */
export async function isTokenOf(
  client: Queryable,
  organizationId: string,
  executionId: string,
  hash: Buffer,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'automation-token-find',
    text: `select from automation_tokens where organization_id = $1 and token_hash = $2 and execution_id = $3 and expires_at > now()`,
    values: [organizationId, hash, executionId],
  });
  return rowCount === 1;
}

/** Deletes all tokens of an execution that is continued, so that only one of several concurrent attempts succeeds. */
export async function spendTokens(client: Transaction, organizationId: string, executionId: string): Promise<void> {
  await client.query({
    name: 'automation-tokens-spend',
    text: 'delete from automation_tokens where organization_id = $1 and execution_id = $2',
    values: [organizationId, executionId],
  });
}
