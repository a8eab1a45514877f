import { Injectable } from '@nestjs/common';
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
    versionOf: null,
    createdAt: now,
    updatedAt: null,
    deletedAt: null,
  }));
  const stored = await insertRelationships(client, organizationId, created);
  return created.filter(({ id }) => stored.has(id));
}

/**
 * Has relationships be as they are told from now on: those that there are not are made, others are changed where they say something else,
 * and keep what they said before. A share of which nothing is told stays. Those that are new, and what the trail says of all of them.
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
    // Somebody ended it since: what they did last stands.
    if (before === null) continue;
    const { metadata } = told;
    const strength = told.strength ?? (tellsBand(metadata) ? null : before.strength);
    const entry = await reviseRelationship(client, organizationId, before, { strength, metadata }, now);
    if (entry) entries.push(entry);
  }
  return { created, entries };
}

/** Between which percentages the share is, where a register knows no more. */
const tellsBand = (metadata: string): boolean => Object.hasOwn(JSON.parse(metadata) as object, 'leastPercent');

const isOfSame = (a: NewRelationship, b: NewRelationship): boolean =>
  a.sourceEntityId === b.sourceEntityId &&
  a.targetEntityId === b.targetEntityId &&
  a.relationshipType === b.relationshipType &&
  a.role === b.role;

/** Has a locked relationship say something else; null: it says so already. What the trail says of it. */
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

/** Now, or just after what was said before: one moment has one version, also where several requests change it at once. */
const momentAfter = ({ createdAt, updatedAt }: Relationship, now: Date): Date =>
  new Date(Math.max(now.getTime(), (updatedAt ?? createdAt).getTime() + 1));

/** A relationship as it stands after a change, seen from its source. */
export interface ChangedRelationship {
  readonly isChanged: boolean;
  readonly relationship: RelationshipView;
}

@Injectable()
export class ChangeRelationships {
  constructor(private readonly database: TenantDatabase) {}

  /** Null: there is no such relationship, or none any more. */
  delete(principal: Principal, id: string, now: Date): Promise<Relationship | null> {
    return this.database.transaction(principal.organizationId, async (client) => {
      const deleted = await deleteRelationship(client, principal.organizationId, id, now);
      if (deleted) await recordAudit(client, byPrincipal(principal), [relationshipDeleted(deleted)]);
      return deleted;
    });
  }

  /**
   * Says something else of a relationship; what was said before is kept as a version that ended. Null: there is none, or none any more.
   * Throws 409 `DUPLICATE_RELATIONSHIP` where the two entities stand so to each other already.
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
      // Somebody stored the same since it was looked for: now it is there.
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
      const entry = await reviseRelationship(client, organizationId, before, change, now);
      if (entry) await recordAudit(client, byPrincipal(principal), [entry]);
      const relationship = await findRelationshipView(client, organizationId, id, before.sourceEntityId);
      return { isChanged: entry !== null, relationship };
    });
  }
}

const isSame = (a: Relationship, b: Relationship): boolean =>
  a.role === b.role && a.strength === b.strength && isSameJson(a.metadata, b.metadata);

/** 409 `DUPLICATE_RELATIONSHIP`: names the one that there is. */
export async function duplicateRelationship(
  client: Transaction,
  organizationId: string,
  relationship: NewRelationship,
): Promise<ApiError> {
  const id = await findSameRelationship(client, organizationId, relationship);
  return new ApiError('DUPLICATE_RELATIONSHIP', 'The entities have this relationship already', { relationshipId: id });
}
