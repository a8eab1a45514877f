import { newId, type TransactionClient } from '../../../platform/database/index.js';
import type { NewRelationship, Relationship } from '../domain/relationship.js';
import { insertRelationships } from '../persistence/relationship-store.js';

/**
 * Stores relationships in the transaction of `client`, and returns in order those that were not there before; `relationshipCreated`
 * is what the trail says of each. Their entities must be of the organization, and no two may be alike.
 */
export async function createRelationships(
  client: TransactionClient,
  organizationId: string,
  relationships: readonly NewRelationship[],
  now: Date,
): Promise<readonly Relationship[]> {
  if (relationships.length === 0) return [];
  const created = relationships.map((relationship) => ({
    ...relationship,
    id: newId(now.getTime()),
    createdAt: now,
    deletedAt: null,
  }));
  const stored = await insertRelationships(client, organizationId, created);
  return created.filter(({ id }) => stored.has(id));
}
