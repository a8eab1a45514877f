import { findOrganizations, type Queryable, type Transaction } from '../../../../platform/database/index.js';
import type { EventCause } from '../../../../platform/outbox/index.js';
import type { RecordWrite } from './evaluation-store.js';

/** A run that waits for its second part. */
export interface QueuedFollowUp {
  readonly evaluationId: string;
  readonly attempts: number;
  /** Why the first part ran: automations that led to it. */
  readonly cause: EventCause | null;
}

/** Organizations with runs that are due. The transaction of `client` is of none. */
export const findOrganizationsWithFollowUps = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(
    client,
    'waiting runs',
    'select distinct organization_id as id from waiting_runs where due_at <= now()',
  );

/** One that is due and that nobody else has taken, locked until the transaction ends; null when there is none. */
export async function claimFollowUp(client: Transaction, organizationId: string): Promise<QueuedFollowUp | null> {
  const { rows } = await client.query<QueuedFollowUp>({
    name: 'waiting-run-take',
    text: `select evaluation_id as "evaluationId", attempts, cause::jsonb as cause from waiting_runs
      where organization_id = $1 and due_at <= now() order by due_at, evaluation_id limit 1 for update skip locked`,
    values: [organizationId],
  });
  return rows[0] ?? null;
}

/** Ends the waiting. */
export const followUpDeletion = (organizationId: string, evaluationId: string): RecordWrite => ({
  name: 'waiting-run-delete',
  text: 'delete from waiting_runs where organization_id = $1 and evaluation_id = $2',
  values: [organizationId, evaluationId],
});

/** Has a run that failed wait longer. */
export async function postponeFollowUp(
  client: Queryable,
  organizationId: string,
  { evaluationId, attempts }: QueuedFollowUp,
  seconds: number,
): Promise<void> {
  await client.query({
    name: 'waiting-run-postpone',
    text: `update waiting_runs set attempts = $3, due_at = now() + make_interval(secs => $4)
      where organization_id = $1 and evaluation_id = $2`,
    values: [organizationId, evaluationId, attempts + 1, seconds],
  });
}
