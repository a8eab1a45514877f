import { Injectable } from '@nestjs/common';

import {
  fromLiveEntitySql,
  joinEntitySql,
  type Queryable,
  SqlConditions,
  TenantDatabase,
  type Transaction,
} from '../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../platform/http/index.js';
import { holds } from './relationship-edges.js';
import type {
  Direction,
  NewRelationship,
  Relationship,
  RelationshipState,
  RelationshipType,
  RelationshipView,
} from './relationship.js';

const columns = `r.id, r.source_entity_id as "sourceEntityId", r.target_entity_id as "targetEntityId",
  r.relationship_type as "relationshipType", r.role, r.strength, r.metadata, r.version_of as "versionOf",
  r.created_at as "createdAt", r.updated_at as "updatedAt", r.deleted_at as "deletedAt"`;

/** Stores the relationships that do not exist yet, and returns their ids. */
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

/** Returns an active relationship, locked; `null` if there is none. */
export async function lockRelationship(
  client: Transaction,
  organizationId: string,
  id: string,
): Promise<Relationship | null> {
  const { rows } = await client.query<Relationship & { readonly metadata: string }>(
    `select ${columns}, r.metadata::text from relationships r
     where r.organization_id = $1 and r.id = $2 and r.deleted_at is null for update`,
    [organizationId, id],
  );
  return rows[0] ?? null;
}

/** Returns the active relationships of an entity in one direction, locked. */
export async function lockRelationshipsOf(
  client: Transaction,
  organizationId: string,
  entityId: string,
  direction: Direction,
): Promise<readonly Relationship[]> {
  const end = direction === 'outgoing' ? 'source_entity_id' : 'target_entity_id';
  const { rows } = await client.query<Relationship>(
    `select ${columns}, r.metadata::text from relationships r
     where r.organization_id = $1 and r.${end} = $2 and r.deleted_at is null order by r.id for update`,
    [organizationId, entityId],
  );
  return rows;
}

/** Stores the previous state of a relationship under a separate id, as ended; then stores the new state. */
export async function replaceRelationship(
  client: Transaction,
  organizationId: string,
  versionId: string,
  { id, role, strength, metadata }: Relationship,
  now: Date,
): Promise<void> {
  await client.query(
    `insert into relationships (organization_id, id, source_entity_id, target_entity_id, relationship_type, role, strength, metadata,
       version_of, created_at, deleted_at)
     select organization_id, $3, source_entity_id, target_entity_id, relationship_type, role, strength, metadata, id,
       coalesce(updated_at, created_at), $4 from relationships where organization_id = $1 and id = $2`,
    [organizationId, id, versionId, now],
  );
  await client.query(
    `update relationships set role = $3, strength = $4, metadata = $5, updated_at = $6 where organization_id = $1 and id = $2`,
    [organizationId, id, role, strength, metadata, now],
  );
}

/** Returns the id of the active relationship with the same two entities, type and role; `null` if there is none. */
export async function findSameRelationship(
  client: Queryable,
  organizationId: string,
  { sourceEntityId, targetEntityId, relationshipType, role }: NewRelationship,
): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    `select id from relationships where organization_id = $1 and source_entity_id = $2 and target_entity_id = $3
       and relationship_type = $4 and coalesce(role, '') = $5 and deleted_at is null`,
    [organizationId, sourceEntityId, targetEntityId, relationshipType, role ?? ''],
  );
  return rows[0]?.id ?? null;
}

/** Returns a relationship as one of its two entities sees it. */
export async function findRelationshipView(
  client: Queryable,
  organizationId: string,
  id: string,
  entityId: string,
): Promise<RelationshipView> {
  const { rows } = await client.query<RelationshipView>(
    `select ${viewColumns('$3::uuid')} from ${viewTables('$3::uuid')} where r.organization_id = $1 and r.id = $2`,
    [organizationId, id, entityId],
  );
  return rows[0]!;
}

/** `entity` is the SQL expression of the entity from whose side the relationship is seen. */
const viewColumns = (
  entity: string,
): string => `${columns}, case when r.source_entity_id = ${entity} then 'outgoing' else 'incoming' end
    as direction, jsonb_build_object('id', e.id, 'externalId', e.external_id, 'type', e.type, 'name', e.name, 'status', e.status,
      'riskScore', e.risk_score) as related`;

const viewTables = (entity: string): string => `relationships r
    ${joinEntitySql('e', 'r', `case when r.source_entity_id = ${entity} then r.target_entity_id else r.source_entity_id end`)}`;

/** SQL for `from`: the relationships of the organization `$1` that have not ended. */
export const activeRelationshipsSql = '(select * from relationships where organization_id = $1 and deleted_at is null)';

/** SQL expression for the type of the newest active relationship from one entity to another. */
export const newestTypeSql = (source: string, target: string): string =>
  `(select r.relationship_type from ${activeRelationshipsSql} r
    where r.source_entity_id = ${source} and r.target_entity_id = ${target} order by r.created_at desc limit 1)`;

/** Deletes an active relationship; returns `null` if there is none. */
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
  /** Defaults to `active`. */
  readonly state?: RelationshipState;
  /** Selects the state at that time; if absent, the current state. */
  readonly asOf?: Date;
}

@Injectable()
export class RelationshipStore {
  constructor(private readonly database: TenantDatabase) {}

  /** Returns the relationships of one entity in both directions, newest first; `null` if there is no such entity. */
  async find(
    organizationId: string,
    entityId: string,
    filter: RelationshipFilter,
  ): Promise<Page<RelationshipView> | null> {
    const client = this.database.forOrganization(organizationId);
    const known = await client.query({
      name: 'relationships-entity',
      text: `select ${fromLiveEntitySql}`,
      values: [organizationId, entityId],
    });
    if (known.rows.length === 0) return null;
    const conditions = new SqlConditions(organizationId, 'r.organization_id');
    const entity = `${conditions.bind(entityId)}::uuid`;
    conditions
      .addRaw(directionConditions[filter.direction ?? 'both'](entity))
      .add('r.relationship_type = ?', filter.relationshipType)
      .add('r.role = ?', filter.role);
    if (filter.asOf) conditions.addRaw(stoodAt(`${conditions.bind(filter.asOf)}::timestamptz`));
    else conditions.addRaw(stateConditions[filter.state ?? 'active']);
    return selectPage<RelationshipView>(client, {
      list: `relationships of ${entityId}`,
      columns: viewColumns(entity),
      from: viewTables(entity),
      conditions,
      query: filter,
      sortBy: { column: 'r.created_at', type: 'timestamptz', id: 'r.id' },
      descending: true,
    });
  }

  /** Returns all versions of a relationship, newest first, seen from its source; `null` if there is no such relationship. */
  async findVersions(organizationId: string, id: string, query: PageQuery): Promise<Page<RelationshipView> | null> {
    const client = this.database.forOrganization(organizationId);
    const conditions = new SqlConditions(organizationId, 'r.organization_id');
    const own = conditions.bind(id);
    conditions.addRaw(`r.id = ${own} or r.version_of = ${own}`);
    const known = await client.query({
      name: 'relationship-known',
      text: 'select from relationships where organization_id = $1 and id = $2 and version_of is null',
      values: [organizationId, id],
    });
    if (known.rows.length === 0) return null;
    return selectPage<RelationshipView>(client, {
      list: `versions of ${id}`,
      columns: viewColumns('r.source_entity_id'),
      from: viewTables('r.source_entity_id'),
      conditions,
      query,
      sortBy: { column: saidSince, type: 'timestamptz', id: 'r.id' },
      descending: true,
    });
  }
}

/** SQL expression for the time since which a row has had its content. A previous version has this time in `created_at`. */
const saidSince = 'case when r.version_of is null then coalesce(r.updated_at, r.created_at) else r.created_at end';

/** SQL condition for the state of a relationship at a given time. A previous version is stored in a row of its own. */
const stoodAt = (moment: string): string =>
  `${saidSince} <= ${moment}
     and (r.deleted_at is null or r.deleted_at > ${moment}) and (e.deleted_at is null or e.deleted_at > ${moment})`;

const stateConditions: Readonly<Record<RelationshipState, string>> = {
  active: 'r.deleted_at is null and e.deleted_at is null',
  ended: 'r.deleted_at is not null',
  all: 'true',
};

const directionConditions: Readonly<Record<Direction | 'both', (entity: string) => string>> = {
  outgoing: (entity) => `r.source_entity_id = ${entity}`,
  incoming: (entity) => `r.target_entity_id = ${entity}`,
  both: (entity) => `r.source_entity_id = ${entity} or r.target_entity_id = ${entity}`,
};

/** An entity in an ownership graph. */
export interface OwningEntity {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly countryCode: string | null;
}

/** Returns an entity and all its direct owners and owners through companies, nearest first. */
export async function findOwnersAbove(
  client: Queryable,
  organizationId: string,
  entityId: string,
  most: number,
): Promise<readonly OwningEntity[]> {
  const { rows } = await client.query<OwningEntity>({
    name: 'owners-above',
    text: `with recursive above as (
        select e.id, e.type, e.name, e.country_code ${fromLiveEntitySql}
      union
        select e.id, e.type, e.name, e.country_code from above a
        join relationships r on r.organization_id = $1 and r.target_entity_id = a.id
        ${joinEntitySql('e', 'r', 'r.source_entity_id')}
        where a.type = 'company' and e.type in ('person', 'company') and r.relationship_type = 'owns' and ${holds} and e.deleted_at is null)
      select id, type, name, country_code as "countryCode" from above limit $3`,
    values: [organizationId, entityId, most],
  });
  return rows;
}
