import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull } from 'typeorm';
import { TenantDatabase, type Queryable } from '../../../../platform/database/index.js';
import type { EventEntity } from '../../../../platform/outbox/index.js';
import { entityColumns } from './entity-columns.js';
import { EntityRow } from './entity-row.js';

/** Returns ids of entities of one type by external id. Those that are not stored are left out. */
export async function findEntityIds(
  client: Queryable,
  organizationId: string,
  type: 'person' | 'company',
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (externalIds.length === 0) return new Map();
  const { rows } = await client.query<{ externalId: string; id: string }>(
    `select external_id as "externalId", id from entities where organization_id = $1 and external_id = any($2) and type = $3`,
    [organizationId, externalIds, type],
  );
  return new Map(rows.map(({ externalId, id }) => [externalId, id]));
}

/** Returns entities by id. Those that are not stored, or are deleted, are left out. */
export async function findEntitiesById(
  client: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EntityRow>> {
  const { rows } = await client.query<EntityRow>({
    name: 'entities-by-id',
    text: `select ${entityColumns} from entities e
      where e.organization_id = $1 and e.id = any($2) and e.deleted_at is null`,
    values: [organizationId, ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the data of entities that event readers require, including deleted entities. */
export async function findEventEntities(
  client: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EventEntity>> {
  const { rows } = await client.query<EventEntity & { readonly id: string }>({
    name: 'entities-of-events',
    text: `select id, type, country_code as "countryCode" from entities where organization_id = $1 and id = any($2)`,
    values: [organizationId, ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Criteria by which an entity may be looked up. Every look-up is limited to one organization and excludes deleted entities. */
export type EntityFilter = Pick<
  FindOptionsWhere<EntityRow>,
  'id' | 'externalId' | 'normalizedTaxId' | 'type' | 'countryCode'
>;

@Injectable()
export class EntityRepository {
  constructor(private readonly database: TenantDatabase) {}

  findOne(organizationId: string, filter: EntityFilter): Promise<EntityRow | null> {
    return this.database.withRepository(organizationId, EntityRow, (rows) =>
      rows.findOneBy({ organizationId, deletedAt: IsNull(), ...filter }),
    );
  }

  /** Finds an entity by id, with a cached query plan. */
  async findById(organizationId: string, id: string): Promise<EntityRow | null> {
    const found = await findEntitiesById(this.database.forOrganization(organizationId), organizationId, [id]);
    return found.get(id) ?? null;
  }

  /** Finds entities, newest first. */
  find(
    organizationId: string,
    { ids, ...filter }: EntityFilter & { readonly ids?: readonly string[] },
    limit: number,
  ): Promise<EntityRow[]> {
    return this.database.withRepository(organizationId, EntityRow, (rows) =>
      rows.find({
        where: { organizationId, deletedAt: IsNull(), ...(ids && { id: In([...ids]) }), ...filter },
        order: { createdAt: 'desc', id: 'desc' },
        take: limit,
      }),
    );
  }
}

/** A record with its creation time. */
export interface CreatedRecord {
  readonly id: string;
  readonly at: Date;
}

/** Returns people and companies that were created in a period and are not deleted, oldest first. */
export async function findCreatedEntities(
  client: Queryable,
  organizationId: string,
  { from, to, limit }: { readonly from: Date; readonly to: Date; readonly limit: number },
): Promise<readonly CreatedRecord[]> {
  const { rows } = await client.query<CreatedRecord>(
    `select id, created_at as at from entities where organization_id = $1 and created_at >= $2 and created_at < $3
       and deleted_at is null and type in ('person', 'company') order by created_at, id limit $4`,
    [organizationId, from, to, limit],
  );
  return rows;
}

/** Yields ids of all entities of a type that are not deleted, newest first, `size` at a time. */
export async function* pagesOfEntityIds(
  client: Queryable,
  organizationId: string,
  { type, size }: { readonly type: 'person' | 'company'; readonly size: number },
): AsyncGenerator<readonly string[]> {
  let last: { readonly id: string; readonly at: string } | undefined;
  do {
    const { rows } = await client.query<{ id: string; at: string }>({
      name: 'entity-ids-page',
      text: `select id, created_at::text as at from entities where organization_id = $1 and type = $2 and deleted_at is null
          and ($3::timestamptz is null or (created_at, id) < ($3, $4::uuid))
        order by created_at desc, id desc limit $5`,
      values: [organizationId, type, last?.at ?? null, last?.id ?? null, size],
    });
    if (rows.length > 0) yield rows.map(({ id }) => id);
    last = rows.length < size ? undefined : rows.at(-1);
  } while (last);
}
