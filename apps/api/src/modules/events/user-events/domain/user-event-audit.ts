import { type AuditEntry, creationChanges } from '../../../../platform/audit/index.js';
import type { UserEvent } from './user-event.js';

/** What was told of a user; who it was and from where stands in the record alone. */
export const userEventReceived = ({ id, eventType, externalId, entityId }: UserEvent): AuditEntry => ({
  event: 'user_event_received',
  resourceType: 'user_event',
  resourceId: id,
  summary: `${eventType} received`,
  changes: creationChanges({ eventType, externalId }),
  relatedIds: { entityId },
});
