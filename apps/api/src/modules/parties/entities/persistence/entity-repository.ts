import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull } from 'typeorm';
import { TenantDatabase, type Queryable } from '../../../../platform/database/index.js';
import { EntityRow } from './entity-row.js';

/** Ids of entities of one type by the ids their owner gave them. Those that are not stored are left out. */
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

/** What an entity may be looked up by; every look-up is inside one organization and leaves deleted ones out. */
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

  /** The newest first. */
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
