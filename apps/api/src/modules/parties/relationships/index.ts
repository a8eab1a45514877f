export {
  type NewRelationship,
  type Relationship,
  type RelationshipType,
  relationshipTypes,
  type RelationshipView,
} from './relationship.js';
export { relationshipCreated } from './relationship-audit.js';
export {
  createRelationships,
  duplicateRelationship,
  putRelationships,
  reviseRelationship,
} from './change-relationships.js';
export { findHeldBelow, findOwningEdges, findRelationshipLinks, type OwningEdge } from './relationship-edges.js';
export {
  activeRelationshipsSql,
  findOwnersAbove,
  findRelationshipView,
  lockRelationshipsOf,
  newestTypeSql,
  type OwningEntity,
} from './relationship-store.js';
export { RelationshipDto } from './relationships.controller.js';
