import type { Queryable } from '../../../platform/database/index.js';
import type { RelationshipType } from './relationship.js';

/**
 * SQL condition: a relationship `r` is active and has not ended according to a register, which reports a day that begins in UTC. Any other
 * `until` in its metadata has no effect.
 */
export const holds = `r.deleted_at is null and not (coalesce(r.metadata ->> 'until', '') ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
  and r.metadata ->> 'until' <= to_char(now() at time zone 'UTC', 'YYYY-MM-DD'))`;

/** The ownership of one entity by another, with the data about its share. */
export interface OwningEdge {
  readonly owner: string;
  readonly owned: string;
  /** A number from 0 to 1; `null` if unknown. */
  readonly strength: number | null;
  /** JSON text. */
  readonly metadata: string;
}

/** Returns the ownership relationships among the given entities. */
export async function findOwningEdges(
  client: Queryable,
  organizationId: string,
  entityIds: readonly string[],
): Promise<readonly OwningEdge[]> {
  const { rows } = await client.query<OwningEdge>({
    name: 'owning-edges',
    text: `select r.source_entity_id as owner, r.target_entity_id as owned, r.strength, r.metadata::text as metadata from relationships r
      where r.organization_id = $1 and r.target_entity_id = any($2::uuid[]) and r.source_entity_id = any($2::uuid[])
        and r.relationship_type = 'owns' and ${holds}
      order by r.created_at, r.id`,
    values: [organizationId, entityIds],
  });
  return rows;
}

/** Returns the given entities and all entities that they own, directly or indirectly. */
export async function findHeldBelow(
  client: Queryable,
  organizationId: string,
  entityIds: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await client.query<{ readonly id: string }>({
    name: 'held-below',
    text: `with recursive below as (
        select id from unnest($2::uuid[]) as e (id)
      union
        select r.target_entity_id from below b join relationships r on r.organization_id = $1 and r.source_entity_id = b.id
        where r.relationship_type = 'owns' and ${holds})
      select id from below`,
    values: [organizationId, entityIds],
  });
  return rows.map(({ id }) => id);
}

/** A relationship of one of the given entities, and the number of relationships of that entity. */
export interface RelationshipLink {
  readonly entityId: string;
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly relationshipType: RelationshipType;
  readonly role: string | null;
  readonly strength: number | null;
  readonly total: number;
}

/** Returns the newest active relationships of each of the given entities, in both directions. */
export async function findRelationshipLinks(
  client: Queryable,
  organizationId: string,
  entityIds: readonly string[],
  most: number,
): Promise<readonly RelationshipLink[]> {
  const { rows } = await client.query<RelationshipLink>({
    name: 'relationship-links',
    text: `select e.id as "entityId", l.* from unnest($2::uuid[]) as e (id) cross join lateral (
        select r.id, r.source_entity_id as source, r.target_entity_id as target, r.relationship_type as "relationshipType", r.role,
          r.strength, (count(*) over ())::int as total from relationships r
        where r.organization_id = $1 and (r.source_entity_id = e.id or r.target_entity_id = e.id) and ${holds}
        order by r.created_at desc, r.id desc limit $3) l`,
    values: [organizationId, entityIds, most],
  });
  return rows;
}
