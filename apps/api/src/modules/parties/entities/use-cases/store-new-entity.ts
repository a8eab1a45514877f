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

/** An entity that is to be stored, with what belongs to it. */
export interface EntityToStore<T> {
  /** With its account number in full: lists are asked about it, and the row that is stored has it masked. */
  readonly row: EntityRow;
  readonly relationships: readonly DeclaredRelationship[];
  /** What else is done once it is stored as `row`, in its transaction; the entries go to the trail. */
  readonly complete: (
    client: Transaction,
    row: EntityRow,
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
  constructor(
    private readonly database: TenantDatabase,
    private readonly numbers: AccountNumberRepository,
  ) {}

  store<T>(principal: Principal, entity: EntityToStore<T>, now: Date): Promise<Result<StoredEntity<T>, EntityRefusal>> {
    return this.database.transaction(principal.organizationId, (client) =>
      this.storeInTransaction(client, principal, entity, now),
    );
  }

  /** As `run`, in a transaction that ends with it. */
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
