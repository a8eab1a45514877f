import { Injectable } from '@nestjs/common';
import { keepAccountNumbers } from '../../../platform/account-numbers/index.js';
import { type AuditEntry, byPrincipal, recordAudit } from '../../../platform/audit/index.js';
import type { Principal } from '../../../platform/auth/index.js';
import { newId, TenantDatabase, type Transaction, violatedConstraint } from '../../../platform/database/index.js';
import { ApiError, isSameJson } from '../../../platform/http/index.js';
import { relationshipChanged, relationshipCreated, relationshipDeleted } from './relationship-audit.js';
import type { NewRelationship, Relationship, RelationshipChange, RelationshipView } from './relationship.js';
import {
  deleteRelationship,
  findRelationshipView,
  findSameRelationship,
  insertRelationships,
  lockRelationship,
  replaceRelationship,
} from './relationship-store.js';

/**
 * Stores relationships in the transaction of `client`, and returns the new ones in order; `relationshipCreated` creates the audit entry of
 * each. Their entities must belong to the organization, and no two relationships may be the same.
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
    versionOf: null,
    createdAt: now,
    updatedAt: null,
    deletedAt: null,
  }));
  const stored = await insertRelationships(client, organizationId, created);
  return created.filter(({ id }) => stored.has(id));
}

/**
 * Stores the given relationships as the current ones: missing ones are created, existing ones are changed if they differ, and keep their
 * previous version. A share that is not given stays unchanged. Returns the new relationships, and the audit entries of all.
 */
export async function putRelationships(
  client: Transaction,
  organizationId: string,
  relationships: readonly NewRelationship[],
  now: Date,
): Promise<{ readonly created: readonly Relationship[]; readonly entries: readonly AuditEntry[] }> {
  const created = await createRelationships(client, organizationId, relationships, now);
  const entries: AuditEntry[] = created.map((each) => relationshipCreated(each.sourceEntityId, each));
  const isNew = (told: NewRelationship): boolean => created.some((each) => isOfSame(each, told));
  for (const told of relationships.filter((each) => !isNew(each))) {
    const id = await findSameRelationship(client, organizationId, told);
    const before = id === null ? null : await lockRelationship(client, organizationId, id);
    // It was ended meanwhile, and the later action takes precedence.
    if (before === null) continue;
    const { metadata } = told;
    const strength = told.strength ?? (tellsBand(metadata) ? null : before.strength);
    const entry = await reviseRelationship(client, organizationId, before, { strength, metadata }, now);
    if (entry) entries.push(entry);
  }
  return { created, entries };
}

/** Whether the metadata contains a range of the share, because the register has no exact value. */
const tellsBand = (metadata: string): boolean => Object.hasOwn(JSON.parse(metadata) as object, 'leastPercent');

const isOfSame = (a: NewRelationship, b: NewRelationship): boolean =>
  a.sourceEntityId === b.sourceEntityId &&
  a.targetEntityId === b.targetEntityId &&
  a.relationshipType === b.relationshipType &&
  a.role === b.role;

/** Changes a locked relationship, and returns the audit entry; `null` if nothing changes. */
export async function reviseRelationship(
  client: Transaction,
  organizationId: string,
  before: Relationship,
  change: RelationshipChange,
  now: Date,
): Promise<AuditEntry | null> {
  const after = { ...before, ...change };
  if (isSame(before, after)) return null;
  const same = await findSameRelationship(client, organizationId, after);
  if (same !== null && same !== before.id) throw await duplicateRelationship(client, organizationId, after);
  const at = momentAfter(before, now);
  await replaceRelationship(client, organizationId, newId(at.getTime()), after, at);
  return relationshipChanged(before, after);
}

/**
 * Returns the current time, or a time just after the previous version: each time has only one version, even if several requests change the
 * relationship at once.
 */
const momentAfter = ({ createdAt, updatedAt }: Relationship, now: Date): Date =>
  new Date(Math.max(now.getTime(), (updatedAt ?? createdAt).getTime() + 1));

/** A relationship after a change, seen from its source. */
export interface ChangedRelationship {
  readonly isChanged: boolean;
  readonly relationship: RelationshipView;
}

@Injectable()
export class ChangeRelationships {
  constructor(private readonly database: TenantDatabase) {}

  /** Returns `null` if there is no such relationship, or if it has ended. */
  delete(principal: Principal, id: string, now: Date): Promise<Relationship | null> {
    return this.database.transaction(principal.organizationId, async (client) => {
      const deleted = await deleteRelationship(client, principal.organizationId, id, now);
      if (deleted) await recordAudit(client, byPrincipal(principal), [relationshipDeleted(deleted)]);
      return deleted;
    });
  }

  /**
   * Changes a relationship; the previous state is kept as an ended version. Returns `null` if there is no such relationship, or if it has
   * ended. Throws 409 `DUPLICATE_RELATIONSHIP` if the two entities already have such a relationship.
   */
  async change(
    principal: Principal,
    id: string,
    change: RelationshipChange,
    now: Date,
  ): Promise<ChangedRelationship | null> {
    try {
      return await this.changeIn(principal, id, change, now);
    } catch (error) {
      // The same relationship was stored since the search, so that it can now be found.
      if (violatedConstraint(error) !== 'relationships_once') throw error;
      return this.changeIn(principal, id, change, now);
    }
  }

  private changeIn(
    principal: Principal,
    id: string,
    change: RelationshipChange,
    now: Date,
  ): Promise<ChangedRelationship | null> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      const before = await lockRelationship(client, organizationId, id);
      if (before === null) return null;
      const { metadata } = change;
      const kept = metadata === undefined ? {} : { metadata: keepAccountNumbers(metadata, before.metadata) };
      const entry = await reviseRelationship(client, organizationId, before, { ...change, ...kept }, now);
      if (entry) await recordAudit(client, byPrincipal(principal), [entry]);
      const relationship = await findRelationshipView(client, organizationId, id, before.sourceEntityId);
      return { isChanged: entry !== null, relationship };
    });
  }
}

const isSame = (a: Relationship, b: Relationship): boolean =>
  a.role === b.role && a.strength === b.strength && isSameJson(a.metadata, b.metadata);

/** Creates a 409 `DUPLICATE_RELATIONSHIP` that names the existing relationship. */
export async function duplicateRelationship(
  client: Transaction,
  organizationId: string,
  relationship: NewRelationship,
): Promise<ApiError> {
  const id = await findSameRelationship(client, organizationId, relationship);
  return new ApiError('DUPLICATE_RELATIONSHIP', 'The entities already have this relationship', { relationshipId: id });
}
