import { Injectable } from '@nestjs/common';
import { ok } from '@tamis/stdx';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase, type Transaction, violatedConstraint } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { type OutboxEvent, writeEvents } from '../../../../platform/outbox/index.js';
import { consumeQuota, isQuotaExceeded } from '../../../tenancy/creation-quotas/index.js';
import { recordSighting } from '../../../parties/devices/index.js';
import { type EntityContext, ResolveParties } from '../../../parties/entities/index.js';
import {
  analysisExecutedEntry,
  noMatrices,
  evaluationResponse,
  type EvaluationResponse,
  announcedSummary,
  evaluationEvents,
  type EvaluationReport,
  EvaluateRecord,
  maskedResponse,
  storeEvaluation,
} from '../../../decisions/evaluations/index.js';
import { type UserEvent, userEventReceived } from '../domain/user-event.js';

import { userEventSubject } from '../domain/user-event-subject.js';
import { userEventView } from '../domain/user-event-view.js';
import { withDecision } from '../domain/decided-user-event.js';
import type { CreateUserEventBody } from '../dto/create-user-event.body.js';
import { findEventId, insertUserEvent, userEventInsert } from '../persistence/user-event-store.js';
import { AutoEntity } from './auto-entity.js';
import { checkUserEvent, newUserEvent, sightingOf } from './new-user-event.js';

/** The caller, and the submitted event. */
export interface CreateUserEventRequest {
  readonly principal: Principal;
  readonly body: CreateUserEventBody;
  /** The body as JSON text. */
  readonly raw: string;
  readonly withAutoEntity: boolean;
  /** Id of the batch to which the event belongs. */
  readonly batchJobId?: string;
}

interface StoredUserEvent {
  readonly event: UserEvent;
  /** `null` if no rules were to be evaluated. */
  readonly response: EvaluationResponse | null;
}

export interface CreatedUserEvent extends StoredUserEvent {
  /** Whether the entity was created for this event. */
  readonly wasCreated: boolean;
}

/** `POST /events/user`: stores one event, its device, its decision and the effects of the decision together or not at all. */
@Injectable()
export class CreateUserEvent {
  constructor(
    private readonly database: TenantDatabase,
    private readonly parties: ResolveParties,
    private readonly autoEntity: AutoEntity,
    private readonly rules: EvaluateRecord,
  ) {}

  /** Creates a user event. Throws 404 `ENTITY_NOT_FOUND`, 409 `DUPLICATE_EXTERNAL_ID` and 429 `CREATION_CONTRACT_QUOTA_EXCEEDED`. */
  async create(request: CreateUserEventRequest): Promise<CreatedUserEvent> {
    const { principal, body, withAutoEntity } = request;
    checkUserEvent(body);
    const { organizationId } = principal;
    const { entityId, entityExternalId: externalId, taxId } = body;
    const [entity] = await this.parties.resolve(organizationId, [{ entityId, externalId, taxId }]);
    try {
      if (entity) return { ...(await this.store(request, entity)), wasCreated: false };
      if (!withAutoEntity || taxId == null)
        throw new ApiError('ENTITY_NOT_FOUND', 'The event refers to an unknown entity');
      const created = await this.database.runAtomically(organizationId, async () => {
        const found = await this.autoEntity.findOrCreate(principal, body);
        if (!found.ok) return found;
        return ok({ ...(await this.store(request, found.value.entity)), wasCreated: found.value.wasCreated });
      });
      if (!created.ok) throw created.error;
      return created.value;
    } catch (error) {
      throw await this.toRefusal(error, organizationId, body);
    }
  }

  /**
   * Returns the error for an external id that is already in use, which also takes precedence over an exceeded quota. Every other error is
   * returned unchanged.
   */
  private async toRefusal(
    error: unknown,
    organizationId: string,
    { externalId }: CreateUserEventBody,
  ): Promise<unknown> {
    if (violatedConstraint(error) === 'user_events_external_id') return duplicateError();
    if (!isQuotaExceeded(error) || externalId == null) return error;
    const taken = await findEventId(this.database.forOrganization(organizationId), organizationId, externalId);
    return taken === null ? error : duplicateError();
  }

  private store(request: CreateUserEventRequest, entity: EntityContext): Promise<StoredUserEvent> {
    const { principal, body } = request;
    const draft = newUserEvent(entity, request, new Date());
    const runs = body.executeRules ?? true;
    return this.rules.inTransaction(principal, runs ? entity.id : null, async (client) => {
      const report = await this.evaluate(client, request, draft, entity);
      const event = report ? withDecision(draft, report) : draft;
      const response = report && evaluationResponse(report);
      if (report && response) {
        await storeEvaluation(client, report, {
          origin: { type: 'RULES', requestId: principal.from.requestId, triggeredBy: principal.actor.id },
          events: [createdEvent(event), ...evaluationEvents(report, announcedSummary(report))],
          record: userEventInsert(event),
        });
      } else {
        await insertUserEvent(client, event);
        await writeEvents(client, [createdEvent(event)]);
      }
      const entries = report ? [...report.applied.entries, analysisExecutedEntry(report)] : [];
      await recordAudit(client, byPrincipal(principal), [userEventReceived(event), ...entries]);
      return { event, response: report && response && maskedResponse(principal, report, response) };
    });
  }

  /** Registers the device and evaluates the rules on the event. Returns `null` if no rules were to be evaluated. */
  private async evaluate(
    client: Transaction,
    { body }: CreateUserEventRequest,
    draft: UserEvent,
    entity: EntityContext,
  ): Promise<EvaluationReport | null> {
    const sighting = sightingOf(draft, body);
    await consumeQuota(client, draft.organizationId, 'user_events', 1);
    const seen = sighting && (await recordSighting(client, sighting, draft.createdAt));
    if (body.executeRules === false) return null;
    const report = await this.rules.evaluate(client, {
      subject: userEventSubject(draft, entity, seen?.device ?? null),
      trigger: 'created',
      matrices: noMatrices,
    });
    // If only rules that run after the response apply, their evaluation follows this one.
    return report.decided.outcome.evaluated.length > 0 || report.isFollowed ? report : null;
  }
}

const createdEvent = (event: UserEvent): OutboxEvent => ({
  organizationId: event.organizationId,
  event: 'user_event.created',
  payload: userEventView(event),
});

function duplicateError(): ApiError {
  const message = 'another user event has this external id';
  return new ApiError('DUPLICATE_EXTERNAL_ID', `The event was not stored: ${message}`, { externalId: message });
}
