import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../platform/database/index.js';
import type { ListType } from '../domain/list-enumerations.js';
import { DataListRow } from './data-list-row.js';

@Injectable()
export class DataListStore {
  constructor(private readonly database: TenantDatabase) {}

  async insert(row: DataListRow): Promise<void> {
    await this.database.rows(row.organizationId, DataListRow, (rows) => rows.insert(row));
  }

  findOne(organizationId: string, id: string): Promise<DataListRow | null> {
    return this.database.rows(organizationId, DataListRow, (rows) => rows.findOneBy({ organizationId, id }));
  }

  findOldestActive(organizationId: string, type: ListType): Promise<DataListRow | null> {
    return this.database.rows(organizationId, DataListRow, (rows) =>
      rows.findOne({
        where: { organizationId, type, status: 'active' },
        order: { createdAt: 'asc', id: 'asc' },
      }),
    );
  }
}
