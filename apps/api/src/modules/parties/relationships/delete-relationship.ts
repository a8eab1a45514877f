import { Injectable } from '@nestjs/common';
import { byPrincipal, recordAudit } from '../../../platform/audit/index.js';
import type { Principal } from '../../../platform/auth/index.js';
import { TenantDatabase, newId, type Transaction } from '../../../platform/database/index.js';
import { relationshipDeleted } from './relationship-audit.js';
import type { Relationship, NewRelationship } from './relationship.js';
import { deleteRelationship, insertRelationships } from './relationship-store.js';

/**
 * Stores relationships in the transaction of `client`, and returns in order those that were not there before; `relationshipCreated`
 * is what the trail says of each. Their entities must be of the organization, and no two may be alike.
 */
export async function createRelationships(
  client: Transaction,
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

@Injectable()
export class DeleteRelationship {
  constructor(private readonly database: TenantDatabase) {}

  /** Null: there is no such relationship, or none any more. */
  delete(principal: Principal, id: string, now: Date): Promise<Relationship | null> {
    return this.database.transaction(principal.organizationId, async (client) => {
      const deleted = await deleteRelationship(client, principal.organizationId, id, now);
      if (deleted) await recordAudit(client, byPrincipal(principal), [relationshipDeleted(deleted)]);
      return deleted;
    });
  }
}
