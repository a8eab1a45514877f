import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import type { Requester } from '../../../../platform/auth/index.js';
import type { RunOutcome, RunProblem } from './materialize-run.js';

/** Returns the id of the requesting user, or `null` for an API key. */
export const userIdOf = ({ actor }: Pick<Requester, 'actor'>): string | null =>
  actor.type === 'user' ? actor.id : null;

interface Root {
  readonly organizationId: string;
  readonly id: string;
  readonly name: string;
  readonly taxId: string | null;
  readonly type: string;
}

export const startedEvent = ({ organizationId, id, name, taxId, type }: Root, userId: string | null): OutboxEvent => ({
  organizationId,
  event: 'entity:relationship-materialize-started',
  payload: { entityId: id, mainEntityName: name, mainEntityTaxId: taxId, mainEntityType: type, userId },
});

/** Returns the result of a run as it appears in its response, and is sent to sockets and webhooks. */
export const completedMembers = ({
  created,
  relationshipsCreated,
  enrichmentProviders,
  error,
  evaluation,
}: RunOutcome) => ({
  entitiesCreated: created.length,
  relationshipsCreated,
  enrichmentExecuted: enrichmentProviders.length > 0,
  enrichmentProviders,
  riskMatrixExecuted: evaluation !== null,
  ...(error !== null && { error }),
  ...(evaluation && {
    evaluationId: evaluation.evaluationId,
    ruleSetVersion: evaluation.ruleSetVersion,
    decision: evaluation.decision,
  }),
});

export const completedEvent = (organizationId: string, entityId: string, outcome: RunOutcome): OutboxEvent => ({
  organizationId,
  event: 'entity.relationships_materialized',
  payload: { entityId, success: true, ...completedMembers(outcome) },
});

export const failedEvent = (
  organizationId: string,
  entityId: string,
  { code, message }: RunProblem,
  userId: string | null,
): OutboxEvent => ({
  organizationId,
  event: 'entity:relationship-materialize-failed',
  payload: { entityId, error: { code, message }, userId },
});
