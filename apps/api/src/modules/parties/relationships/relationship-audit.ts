import { type AuditEntry, type Changes, creationChanges } from '../../../platform/audit/index.js';
import type { Relationship } from './relationship.js';

const auditedFields = ({ sourceEntityId, targetEntityId, relationshipType, role, strength }: Relationship): Changes =>
  creationChanges({ sourceEntityId, targetEntityId, relationshipType, role, strength });

/** Said of the entity whose request made the relationship. */
export const relationshipCreated = (entityId: string, relationship: Relationship): AuditEntry => ({
  event: 'relationship_created',
  resourceType: 'entity',
  resourceId: entityId,
  summary: `relationship ${relationship.relationshipType} with ${otherEnd(entityId, relationship)} created`,
  changes: auditedFields(relationship),
  relatedIds: { relationshipId: relationship.id },
});

/** Said of its source. */
export const relationshipDeleted = (relationship: Relationship): AuditEntry => ({
  event: 'relationship_deleted',
  resourceType: 'entity',
  resourceId: relationship.sourceEntityId,
  summary: `relationship ${relationship.relationshipType} with ${relationship.targetEntityId} deleted`,
  changes: Object.fromEntries(
    Object.entries(auditedFields(relationship)).map(([name, { current }]) => [
      name,
      { previous: current, current: null },
    ]),
  ),
  relatedIds: { relationshipId: relationship.id },
});

const otherEnd = (entityId: string, { sourceEntityId, targetEntityId }: Relationship): string =>
  sourceEntityId === entityId ? targetEntityId : sourceEntityId;
