import { Injectable } from '@nestjs/common';

import { type Queryable, SqlConditions, TenantDatabase } from '../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../platform/http/index.js';
import type { Direction, Relationship, RelationshipType, RelationshipView } from './relationship.js';

const columns = `r.id, r.source_entity_id as "sourceEntityId", r.target_entity_id as "targetEntityId",
  r.relationship_type as "relationshipType", r.role, r.strength, r.metadata, r.created_at as "createdAt",
  r.deleted_at as "deletedAt"`;

/** Stores those that there are not yet, and returns their ids. */
export async function insertRelationships(
  client: Queryable,
  organizationId: string,
  relationships: readonly Relationship[],
): Promise<ReadonlySet<string>> {
  const each = <T>(read: (relationship: Relationship) => T): T[] => relationships.map(read);
  const { rows } = await client.query<{ id: string }>({
    name: 'relationships-insert',
    text: `insert into relationships (organization_id, id, source_entity_id, target_entity_id, relationship_type, role,
        strength, metadata, created_at)
      select $1, * from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::float8[], $8::json[], $9::timestamptz[])
      on conflict do nothing returning id`,
    values: [
      organizationId,
      each(({ id }) => id),
      each(({ sourceEntityId }) => sourceEntityId),
      each(({ targetEntityId }) => targetEntityId),
      each(({ relationshipType }) => relationshipType),
      each(({ role }) => role),
      each(({ strength }) => strength),
      each(({ metadata }) => metadata),
      each(({ createdAt }) => createdAt),
    ],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Deletes an active relationship; null when there is none. */
export async function deleteRelationship(
  client: Queryable,
  organizationId: string,
  id: string,
  now: Date,
): Promise<Relationship | null> {
  const { rows } = await client.query<Relationship>(
    `update relationships r set deleted_at = $3 where r.organization_id = $1 and r.id = $2 and r.deleted_at is null
     returning ${columns}`,
    [organizationId, id, now],
  );
  return rows[0] ?? null;
}

export interface RelationshipFilter extends PageQuery {
  readonly direction?: Direction;
  readonly relationshipType?: RelationshipType;
  readonly role?: string;
  /** Default false. */
  readonly includeDeleted?: boolean;
}

@Injectable()
export class RelationshipStore {
  constructor(private readonly database: TenantDatabase) {}

  /** Those of one entity, in both directions, the newest first. Null when there is no such entity. */
  async find(
    organizationId: string,
    entityId: string,
    filter: RelationshipFilter,
  ): Promise<Page<RelationshipView> | null> {
    const client = this.database.forOrganization(organizationId);
    const known = await client.query({
      name: 'relationships-entity',
      text: 'select from entities where organization_id = $1 and id = $2 and deleted_at is null',
      values: [organizationId, entityId],
    });
    if (known.rows.length === 0) return null;
    const conditions = new SqlConditions(organizationId, 'r.organization_id');
    const entity = `${conditions.bind(entityId)}::uuid`;
    conditions
      .addRaw(directionConditions[filter.direction ?? 'both'](entity))
      .add('r.relationship_type = ?', filter.relationshipType)
      .add('r.role = ?', filter.role);
    if (filter.includeDeleted !== true) conditions.addRaw('r.deleted_at is null and e.deleted_at is null');
    return selectPage<RelationshipView>(client, {
      list: `relationships of ${entityId}`,
      columns: `${columns}, case when r.source_entity_id = ${entity} then 'outgoing' else 'incoming' end as direction,
        jsonb_build_object('id', e.id, 'externalId', e.external_id, 'type', e.type, 'name', e.name, 'status', e.status,
          'riskScore', e.risk_score) as related`,
      from: `relationships r join entities e on e.organization_id = r.organization_id
        and e.id = case when r.source_entity_id = ${entity} then r.target_entity_id else r.source_entity_id end`,
      conditions,
      query: filter,
      sortBy: { column: 'r.created_at', type: 'timestamptz', id: 'r.id' },
      descending: true,
    });
  }
}

const directionConditions: Readonly<Record<Direction | 'both', (entity: string) => string>> = {
  outgoing: (entity) => `r.source_entity_id = ${entity}`,
  incoming: (entity) => `r.target_entity_id = ${entity}`,
  both: (entity) => `r.source_entity_id = ${entity} or r.target_entity_id = ${entity}`,
};
