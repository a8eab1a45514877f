import type { Queryable, Transaction } from '../../../../platform/database/index.js';
import type { ExecutionState, ExecutionStatus } from '../domain/execution.js';

/** An execution to be continued or canceled. */
export interface KnownExecution {
  readonly id: string;
  readonly automationId: string;
  readonly status: ExecutionStatus;
  readonly state: ExecutionState | null;
  /** Whether it can no longer be continued. */
  readonly isExpired: boolean;
}

const columns = `id, automation_id as "automationId", status, state::jsonb as state, due_at <= now() as "isExpired"`;

/** Locks and returns an execution until the transaction ends; `null` if there is none. */
export async function lockExecution(
  client: Transaction,
  organizationId: string,
  id: string,
): Promise<KnownExecution | null> {
  const { rows } = await client.query<KnownExecution>(
    `select ${columns} from automation_executions where organization_id = $1 and id = $2 for no key update`,
    [organizationId, id],
  );
  return rows[0] ?? null;
}

export async function findExecution(
  client: Queryable,
  organizationId: string,
  id: string,
): Promise<KnownExecution | null> {
  const { rows } = await client.query<KnownExecution>(
    `select ${columns} from automation_executions where organization_id = $1 and id = $2`,
    [organizationId, id],
  );
  return rows[0] ?? null;
}

/** Returns the id of the newest waiting execution; `null` if there is none. */
export async function findNewestWaiting(
  client: Queryable,
  organizationId: string,
  automationId: string,
): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    `select id from automation_executions where organization_id = $1 and automation_id = $2 and status = 'waiting' and due_at > now()
     order by id desc limit 1`,
    [organizationId, automationId],
  );
  return rows[0]?.id ?? null;
}

/** Continues a locked execution with the given values. */
export async function endWaiting(
  client: Transaction,
  organizationId: string,
  { id, state }: { readonly id: string; readonly state: ExecutionState },
): Promise<void> {
  await client.query(
    `update automation_executions set status = 'queued', state = $3, due_at = now(), leased_until = null
     where organization_id = $1 and id = $2`,
    [organizationId, id, JSON.stringify(state)],
  );
  await client.query(
    `update automation_steps set status = 'completed' where organization_id = $1 and execution_id = $2 and status = 'waiting'`,
    [organizationId, id],
  );
}

/** Cancels a locked execution. A process that holds it notices this at its next step. */
export async function cancelExecution(client: Transaction, organizationId: string, id: string): Promise<void> {
  await client.query(
    `update automation_executions set status = 'cancelled', reason = 'cancelled_by_request', finished_at = now(), leased_until = null
     where organization_id = $1 and id = $2`,
    [organizationId, id],
  );
}

/** Returns how many executions of an automation started within the last minute. */
export async function countLastMinute(
  client: Queryable,
  organizationId: string,
  automationId: string,
): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from automation_executions
     where organization_id = $1 and automation_id = $2 and created_at > now() - interval '1 minute'`,
    [organizationId, automationId],
  );
  return rows[0]!.n;
}
