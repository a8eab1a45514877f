import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull } from 'typeorm';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { EntityRow } from './entity-row.js';

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
