import { EnumField, PageQuery, QueryBoolean, TextField } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import { type Direction, directions, type RelationshipType, relationshipTypes } from '../domain/relationship.js';

/** Filters of `GET /entities/{id}/relationships`; all of them must hold. */
export class ListRelationshipsQuery extends PageQuery {
  @EnumField(directions, 'RelationshipDirection', { description: 'default both; outgoing: the entity is the source' })
  direction?: Direction;

  @EnumField(relationshipTypes, 'RelationshipType') relationshipType?: RelationshipType;
  @TextField({ min: 1, max: limits.relationshipRoleCharacters }) role?: string;
  @QueryBoolean({ description: 'default false' }) includeDeleted?: boolean;
}
