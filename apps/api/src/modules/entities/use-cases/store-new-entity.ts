import { Injectable } from '@nestjs/common';
import { failure, type JsonValue, ok, type Result } from '@tamis/stdx';

import { type AuditEntry, byPrincipal, recordAudit } from '../../../platform/audit/index.js';
import type { Principal } from '../../../platform/auth/index.js';
import type { TransactionClient } from '../../../platform/database/index.js';
import { type BlockedCreation, creationBlocked, findBlockedCreation } from '../../creation-blocks/index.js';
import { takeQuota } from '../../creation-quotas/index.js';
import { createRelationships, type Relationship, relationshipCreated } from '../../relationships/index.js';
import type { DeclaredRelationship } from '../domain/declared-relationship.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { type EntityDuplicate, EntityStore } from '../persistence/entity-store.js';
import { recordOf } from '../persistence/record-of.js';
import { declareRelationships } from './declare-relationships.js';

/** An entity that is to be stored, with what belongs to it. */
export interface EntityToStore<T> {
  readonly row: EntityRow;
  /** What lists are asked about it: the record as it was sent, where the row holds less. */
  readonly sent?: JsonValue;
  readonly relationships: readonly DeclaredRelationship[];
  readonly entry: AuditEntry;
  /** What else is done once it is stored, in its transaction; the entries go to the trail. */
  readonly complete: (
    client: TransactionClient,
  ) => Promise<{ readonly value: T; readonly entries: readonly AuditEntry[] }>;
}

export interface StoredEntity<T> {
  readonly value: T;
  readonly relationships: readonly Relationship[];
}

/** Why an entity was not stored. */
export type EntityRefusal = EntityDuplicate | { readonly blocked: BlockedCreation };

/**
 * Stores a new entity of any type with its relationships, or nothing: where a list forbids it (which the trail remembers), where a
 * related entity is missing, and where the quota of the contract is used up.
 */
@Injectable()
export class StoreNewEntity {
  constructor(private readonly entities: EntityStore) {}

  run<T>(principal: Principal, entity: EntityToStore<T>, now: Date): Promise<Result<StoredEntity<T>, EntityRefusal>> {
    const { row, entry } = entity;
    const { organizationId, id } = row;
    const by = byPrincipal(principal);
    return this.entities.insert<StoredEntity<T>, EntityRefusal>(row, async (client, insert) => {
      const record = entity.sent ?? (recordOf(row, JSON.parse) as unknown as JsonValue);
      const blocked = await findBlockedCreation(client, organizationId, row.type, record, now);
      if (blocked) {
        await recordAudit(client, by, [creationBlocked(row.type, blocked)]);
        return failure({ blocked });
      }
      const declared = await declareRelationships(client, organizationId, id, entity.relationships);
      await takeQuota(client, organizationId, 'entities', 1);
      await insert();
      const relationships = await createRelationships(client, organizationId, declared, now);
      const { value, entries } = await entity.complete(client);
      const related = relationships.map((relationship) => relationshipCreated(id, relationship));
      await recordAudit(client, by, [entry, ...related, ...entries]);
      return ok({ value, relationships });
    });
  }
}
