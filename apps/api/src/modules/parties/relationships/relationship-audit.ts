import { type AuditEntry, type Changes, creationChanges, diffChanges } from '../../../platform/audit/index.js';
import type { Relationship } from './relationship.js';

const auditedFields = ({ sourceEntityId, targetEntityId, relationshipType, role, strength }: Relationship): Changes =>
  creationChanges({ sourceEntityId, targetEntityId, relationshipType, role, strength });

/** An entry about the entity whose request created the relationship. */
export const relationshipCreated = (entityId: string, relationship: Relationship): AuditEntry => ({
  event: 'relationship_created',
  resourceType: 'entity',
  resourceId: entityId,
  summary: `relationship ${relationship.relationshipType} with ${otherEnd(entityId, relationship)} created`,
  changes: auditedFields(relationship),
  relatedIds: { relationshipId: relationship.id },
});

const shown = ({ role, strength, metadata }: Relationship) => ({
  ...{ role, strength },
  metadata: JSON.parse(metadata) as unknown,
});

/** An entry about the source of the relationship. */
export const relationshipChanged = (before: Relationship, after: Relationship): AuditEntry => ({
  event: 'relationship_changed',
  resourceType: 'entity',
  resourceId: after.sourceEntityId,
  summary: `relationship ${after.relationshipType} with ${after.targetEntityId} changed`,
  changes: diffChanges(shown(before), shown(after), ['role', 'strength', 'metadata']),
  relatedIds: { relationshipId: after.id },
});

/** An entry about the source of the relationship. */
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
