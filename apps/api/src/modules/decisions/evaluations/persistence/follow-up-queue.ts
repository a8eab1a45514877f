import { findOrganizations, type Queryable, type Transaction } from '../../../../platform/database/index.js';
import type { EventCause } from '../../../../platform/outbox/index.js';
import type { RecordWrite } from './evaluation-store.js';

/** An evaluation that waits for its second part. */
export interface QueuedFollowUp {
  readonly evaluationId: string;
  readonly attempts: number;
  /** Automations that caused the first part. */
  readonly cause: EventCause | null;
}

/** Returns organizations with follow-ups that are due. The transaction of `client` does not belong to an organization. */
export const findOrganizationsWithFollowUps = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(
    client,
    'waiting runs',
    'select distinct organization_id as id from waiting_runs where due_at <= now()',
  );

/** Returns a follow-up that is due and not claimed by anyone else, and locks it until the transaction ends; `null` if there is none. */
export async function claimFollowUp(client: Transaction, organizationId: string): Promise<QueuedFollowUp | null> {
  const { rows } = await client.query<QueuedFollowUp>({
    name: 'waiting-run-take',
    text: `select evaluation_id as "evaluationId", attempts, cause::jsonb as cause from waiting_runs
      where organization_id = $1 and due_at <= now() order by due_at, evaluation_id limit 1 for update skip locked`,
    values: [organizationId],
  });
  return rows[0] ?? null;
}

/** Removes the follow-up from the queue. */
export const followUpDeletion = (organizationId: string, evaluationId: string): RecordWrite => ({
  name: 'waiting-run-delete',
  text: 'delete from waiting_runs where organization_id = $1 and evaluation_id = $2',
  values: [organizationId, evaluationId],
});

/** Delays the next attempt of a follow-up that failed. */
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
