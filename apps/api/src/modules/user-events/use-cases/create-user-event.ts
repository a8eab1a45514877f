import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../platform/audit/index.js';
import type { Principal } from '../../../platform/auth/index.js';
import { TenantDatabase, violatedConstraint } from '../../../platform/database/index.js';
import { ApiError } from '../../../platform/http/index.js';
import { type OutboxEvent, writeEvents } from '../../../platform/outbox/index.js';
import { takeQuota } from '../../creation-quotas/index.js';
import { recordSighting } from '../../devices/index.js';
import { type EntityContext, ResolveParties } from '../../entities/index.js';
import type { UserEvent } from '../domain/user-event.js';
import { userEventReceived } from '../domain/user-event-audit.js';
import { userEventView } from '../domain/user-event-view.js';
import type { CreateUserEventBody } from '../http/create-user-event.body.js';
import { insertUserEvent } from '../persistence/user-event-store.js';
import { AutoEntity } from './auto-entity.js';
import { checkUserEvent, newUserEvent, sightingOf } from './new-user-event.js';

/** Who asks, and what was sent. */
export interface CreateUserEventRequest {
  readonly principal: Principal;
  readonly body: CreateUserEventBody;
  /** The body as text. */
  readonly raw: string;
  readonly withAutoEntity: boolean;
}

export interface CreatedUserEvent {
  readonly event: UserEvent;
  /** Whether the entity was made for it. */
  readonly wasCreated: boolean;
}

/** `POST /events/user`: one event, its device and whatever follows from it, stored together or not at all. */
@Injectable()
export class CreateUserEvent {
  constructor(
    private readonly database: TenantDatabase,
    private readonly parties: ResolveParties,
    private readonly autoEntity: AutoEntity,
  ) {}

  /** Throws 404 `ENTITY_NOT_FOUND`, 409 `DUPLICATE_EXTERNAL_ID`, 429 `CREATION_CONTRACT_QUOTA_EXCEEDED`. */
  async run(request: CreateUserEventRequest): Promise<CreatedUserEvent> {
    const { principal, body, withAutoEntity } = request;
    checkUserEvent(body);
    const { organizationId } = principal;
    const { entityId, entityExternalId: externalId, taxId } = body;
    const [entity] = await this.parties.run(organizationId, [{ entityId, externalId, taxId }]);
    try {
      if (entity) return { event: await this.store(request, entity), wasCreated: false };
      if (!withAutoEntity || taxId == null) throw new ApiError('ENTITY_NOT_FOUND', 'The event names no known entity');
      return await this.database.whole(organizationId, async () => {
        const { entity: made, wasCreated } = await this.autoEntity.run(principal, body);
        return { event: await this.store(request, made), wasCreated };
      });
    } catch (error) {
      throw asDuplicate(error);
    }
  }

  private store({ principal, body, raw }: CreateUserEventRequest, entity: EventEntity): Promise<UserEvent> {
    const now = new Date();
    const event = newUserEvent(entity, body, raw, now);
    const sighting = sightingOf(event, body);
    return this.database.transaction(event.organizationId, async (client) => {
      await takeQuota(client, event.organizationId, 'user_events', 1);
      await insertUserEvent(client, event);
      if (sighting) await recordSighting(client, sighting, now);
      await writeEvents(client, [announced(event)]);
      await recordAudit(client, byPrincipal(principal), [userEventReceived(event)]);
      return event;
    });
  }
}

export type EventEntity = Pick<EntityContext, 'id' | 'organizationId' | 'externalId' | 'taxId'>;

const announced = (event: UserEvent): OutboxEvent => ({
  organizationId: event.organizationId,
  event: 'user_event.created',
  payload: userEventView(event),
});

/** The answer for an external id that is taken; every other error as it is. */
function asDuplicate(error: unknown): unknown {
  if (violatedConstraint(error) !== 'user_events_external_id') return error;
  const message = 'another user event has this external id';
  return new ApiError('DUPLICATE_EXTERNAL_ID', `The event was not stored: ${message}`, { externalId: message });
}
