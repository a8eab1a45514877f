import { Injectable } from '@nestjs/common';
import { failure, type Result } from '@tamis/stdx';
import { type FindOptionsWhere, IsNull } from 'typeorm';

import {
  connectionOf,
  TenantDatabase,
  type TransactionClient,
  violatedConstraint,
} from '../../../platform/database/index.js';
import { EntityRow } from './entity-row.js';

export type EntityDuplicate = 'DUPLICATE_EXTERNAL_ID' | 'DUPLICATE_TAX_ID';

const duplicates: Readonly<Record<string, EntityDuplicate>> = {
  entities_external_id: 'DUPLICATE_EXTERNAL_ID',
  entities_normalized_tax_id: 'DUPLICATE_TAX_ID',
};

/** What an entity may be looked up by; every look-up is inside one organization and leaves deleted ones out. */
export type EntityFilter = Pick<
  FindOptionsWhere<EntityRow>,
  'id' | 'externalId' | 'normalizedTaxId' | 'type' | 'countryCode'
>;

@Injectable()
export class EntityStore {
  constructor(private readonly database: TenantDatabase) {}

  /**
   * Runs `work` in a transaction of the organization; `insert` in it stores the row. What makes the row a duplicate undoes it all.
   */
  async insert<T, E>(
    row: EntityRow,
    work: (client: TransactionClient, insert: () => Promise<void>) => Promise<Result<T, E>>,
  ): Promise<Result<T, E | EntityDuplicate>> {
    try {
      return await this.database.rows(row.organizationId, EntityRow, async (rows) =>
        work(await connectionOf(rows), async () => void (await rows.insert(row))),
      );
    } catch (error) {
      const duplicate = duplicates[violatedConstraint(error) ?? ''];
      if (duplicate === undefined) throw error;
      return failure(duplicate);
    }
  }

  findOne(organizationId: string, filter: EntityFilter): Promise<EntityRow | null> {
    return this.database.rows(organizationId, EntityRow, (rows) =>
      rows.findOneBy({ organizationId, deletedAt: IsNull(), ...filter }),
    );
  }

  /** The newest first. */
  find(organizationId: string, filter: EntityFilter, limit: number): Promise<EntityRow[]> {
    return this.database.rows(organizationId, EntityRow, (rows) =>
      rows.find({
        where: { organizationId, deletedAt: IsNull(), ...filter },
        order: { createdAt: 'desc', id: 'desc' },
        take: limit,
      }),
    );
  }
}
