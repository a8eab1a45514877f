import type { Queryable } from '../../../../platform/database/index.js';
import { ApiError, invalid } from '../../../../platform/http/index.js';
import type { NewRelationship } from '../../relationships/index.js';
import type { DeclaredRelationship } from '../domain/declared-relationship.js';
import { resolveParties } from './resolve-parties.js';

/**
 * Resolves the relationships declared for a new entity, with both ends. Throws 422 `RELATED_ENTITY_NOT_FOUND` if a counterpart is not an
 * entity of the organization, and 400 if two are the same. Takes one round trip.
 */
export async function declareRelationships(
  client: Queryable,
  organizationId: string,
  entityId: string,
  declared: readonly DeclaredRelationship[],
  pathOf: (index: number) => string = (index) => `relationships[${index}]`,
): Promise<readonly NewRelationship[]> {
  const counterparts = await resolveParties(
    client,
    organizationId,
    declared.map(({ counterpart }) => counterpart),
  );
  const missing = declared.flatMap((_, index) => (counterparts[index] ? [] : [index]));
  if (missing.length > 0) {
    const details = Object.fromEntries(
      missing.map((index) => [pathOf(index), 'is not an entity of this organization']),
    );
    throw new ApiError('RELATED_ENTITY_NOT_FOUND', 'Nothing was stored: a related entity is missing', details);
  }
  const relationships = declared.map(({ asSource, counterpart: _, ...rest }, index) => {
    const other = counterparts[index]!.id;
    const [sourceEntityId, targetEntityId] = asSource ? [entityId, other] : [other, entityId];
    return { ...rest, sourceEntityId, targetEntityId };
  });
  checkDistinct(relationships, pathOf);
  return relationships;
}

function checkDistinct(relationships: readonly NewRelationship[], pathOf: (index: number) => string): void {
  const first = new Map<string, number>();
  relationships.forEach(({ sourceEntityId, targetEntityId, relationshipType, role }, index) => {
    if (sourceEntityId === targetEntityId) throw invalid({ [pathOf(index)]: 'is the entity itself' });
    const key = JSON.stringify([sourceEntityId, targetEntityId, relationshipType, role]);
    const same = first.get(key);
    if (same !== undefined) throw invalid({ [pathOf(index)]: `duplicates ${pathOf(same)}` });
    first.set(key, index);
  });
}
