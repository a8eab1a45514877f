import { stringifyJson } from '../../../../platform/http/index.js';
import { type Device, deviceView } from '../../../parties/devices/index.js';
import type { EntityContext } from '../../../parties/entities/index.js';
import { type EntityPartsById, type EvaluationSubject, withParts } from '../../../decisions/evaluations/index.js';
import { userEventView } from './user-event-view.js';
import type { UserEvent } from './user-event.js';

/** Returns a user event as the subject of an evaluation: the event at the root, with its entity and its device. */
export function userEventSubject(event: UserEvent, entity: EntityContext, device: Device | null): EvaluationSubject {
  const { id, organizationId, externalId, eventType, userId, entityId, timestamp } = event;
  const { name, type, riskScore, status, taxId, countryCode } = entity;
  const contextWith = (parts: EntityPartsById): string =>
    stringifyJson({
      ...userEventView(event),
      entity: withParts(entity, parts),
      device: device && deviceView(device),
    });
  return {
    organizationId,
    recordType: 'user_event',
    recordId: id,
    externalId,
    contextJson: contextWith(new Map()),
    contextWith,
    shown: { id, externalId, eventType, userId, entityId },
    entity: { id: entityId, externalId: entity.externalId, name, type, riskScore, status, taxId, countryCode },
    entityIds: [entityId],
    now: timestamp,
  };
}
