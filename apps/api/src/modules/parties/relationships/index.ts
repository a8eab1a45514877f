export { RelationshipsModule } from './relationships.module.js';
export { type NewRelationship, type Relationship, type RelationshipType, relationshipTypes } from './relationship.js';
export { relationshipCreated } from './relationship-audit.js';
export { createRelationships } from './delete-relationship.js';
