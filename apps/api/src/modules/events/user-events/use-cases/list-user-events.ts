import { Injectable } from '@nestjs/common';

import type { Page } from '../../../../platform/http/index.js';
import { ResolveParties } from '../../../parties/entities/index.js';
import type { UserEvent } from '../domain/user-event.js';
import type { UserEventsQuery } from '../dto/list-user-events.query.js';
import { UserEventStore } from '../persistence/user-event-store.js';

/** `GET /events/user`. */
@Injectable()
export class ListUserEvents {
  constructor(
    private readonly parties: ResolveParties,
    private readonly events: UserEventStore,
  ) {}

  /** Lists events by filters. An event matches its own tax id and every identifier of its entity, including those it was not sent with. */
  async list(organizationId: string, query: UserEventsQuery): Promise<Page<UserEvent>> {
    const { entityId, entityExternalId, taxId, eventType, startDate, endDate, ...rest } = query;
    const names = [
      ...(entityExternalId === undefined ? [] : [{ externalId: entityExternalId }]),
      ...(taxId === undefined ? [] : [{ taxId }]),
    ];
    const found = (await this.parties.resolve(organizationId, names)).flatMap((entity) => entity?.id ?? []);
    const isAsked = entityId !== undefined || names.length > 0;
    return this.events.find(organizationId, {
      ...rest,
      taxId,
      ...(isAsked && { entityIds: entityId === undefined ? found : [entityId, ...found] }),
      eventTypes: eventType,
      from: startDate,
      to: endDate,
    });
  }
}
