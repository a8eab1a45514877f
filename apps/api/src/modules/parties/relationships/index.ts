export { RelationshipsModule } from './relationships.module.js';
export {
  type NewRelationship,
  type Relationship,
  type RelationshipType,
  relationshipTypes,
} from './domain/relationship.js';
export { relationshipCreated } from './domain/relationship-audit.js';
export { createRelationships } from './use-cases/delete-relationship.js';
