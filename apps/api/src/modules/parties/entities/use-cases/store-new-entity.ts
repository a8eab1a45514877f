import { Injectable } from '@nestjs/common';
import { failure, type JsonValue, ok, type Result } from '@tamis/stdx';

import { type AuditEntry, byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { type BlockedCreation, creationBlockedEntry, findBlockedCreation } from '../../creation-blocks/index.js';
import { consumeQuota } from '../../../tenancy/creation-quotas/index.js';
import { createRelationships, type Relationship, relationshipCreated } from '../../relationships/index.js';
import type { DeclaredRelationship } from '../domain/declared-relationship.js';
import { statusSourceOf } from '../domain/status-change.js';
import { AccountNumberRepository } from '../persistence/account-number-repository.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { type EntityDuplicate, insertEntity } from '../persistence/entity-writer.js';
import { toEntityRecord } from '../persistence/to-entity-record.js';
import { insertStatusChange } from '../persistence/status-history-store.js';
import { withoutAccountNumber } from './account-numbers.js';
import { declareRelationships } from './declare-relationships.js';
import { announceChanges, type EntityChange, recordChanges } from './entity-change.js';

/** An entity to be stored, with the data that belongs to it. */
export interface EntityToStore<T> {
  /** Contains the full account number, because it is checked against lists; the stored row has it masked. */
  readonly row: EntityRow;
  readonly relationships: readonly DeclaredRelationship[];
  /** Performs additional work in the transaction after the entity was stored as `row`; the entries are added to the audit trail. */
  readonly complete: (
    client: Transaction,
    row: EntityRow,
  ) => Promise<{ readonly value: T; readonly entries: readonly AuditEntry[] }>;
}

export interface StoredEntity<T> {
  readonly value: T;
  readonly relationships: readonly Relationship[];
}

/** The reason why an entity was not stored. */
export type EntityRefusal = EntityDuplicate | { readonly blocked: BlockedCreation };

/**
 * Stores a new entity of any type with its relationships. Stores nothing if a list forbids it (which the audit trail records), if a related
 * entity is missing, or if the quota of the contract is used up.
 */
@Injectable()
export class StoreNewEntity {
  constructor(
    private readonly database: TenantDatabase,
    private readonly numbers: AccountNumberRepository,
  ) {}

  store<T>(principal: Principal, entity: EntityToStore<T>, now: Date): Promise<Result<StoredEntity<T>, EntityRefusal>> {
    return this.database.transaction(principal.organizationId, (client) =>
      this.storeInTransaction(client, principal, entity, now),
    );
  }

  /** Does the same as `store`, in a transaction that ends with it. */
  async storeInTransaction<T>(
    client: Transaction,
    principal: Principal,
    entity: EntityToStore<T>,
    now: Date,
  ): Promise<Result<StoredEntity<T>, EntityRefusal>> {
    const { row, number } = withoutAccountNumber(entity.row);
    const { organizationId, id, type } = row;
    const by = byPrincipal(principal);
    const record = toEntityRecord(entity.row, JSON.parse) as unknown as JsonValue;
    const blocked = await findBlockedCreation(client, organizationId, { type, record }, now);
    if (blocked) {
      await recordAudit(client, by, [creationBlockedEntry(type, blocked)]);
      return failure({ blocked });
    }
    const declared = await declareRelationships(client, organizationId, id, entity.relationships);
    const duplicate = await insertEntity(client, row);
    if (duplicate) return failure(duplicate);
    if (number !== null) await this.numbers.insert(client, organizationId, id, number);
    await consumeQuota(client, organizationId, 'entities', 1);
    await insertStatusChange(client, organizationId, id, {
      status: row.status,
      previousStatus: null,
      reason: null,
      changedBy: by.actor,
      source: statusSourceOf(by.actor),
      changedAt: now,
    });
    const relationships = await createRelationships(client, organizationId, declared, now);
    const changes: readonly EntityChange[] = [{ kind: 'created', after: row }];
    await announceChanges(client, by.actor, changes);
    const { value, entries } = await entity.complete(client, row);
    const related = relationships.map((relationship) => relationshipCreated(id, relationship));
    await recordChanges(client, by, changes, [...related, ...entries]);
    return ok({ value, relationships });
  }
}
