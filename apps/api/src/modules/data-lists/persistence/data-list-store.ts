import { Injectable } from '@nestjs/common';

import { type AuditEntry, type AuditSubject, recordAudit } from '../../../platform/audit/index.js';
import { connectionOf, TenantDatabase } from '../../../platform/database/index.js';
import type { ListType } from '../domain/list-enumerations.js';
import { DataListRow } from './data-list-row.js';

@Injectable()
export class DataListStore {
  constructor(private readonly database: TenantDatabase) {}

  async insert(row: DataListRow, by: AuditSubject, entry: AuditEntry): Promise<void> {
    await this.database.rows(row.organizationId, DataListRow, async (rows) => {
      await rows.insert(row);
      await recordAudit(await connectionOf(rows), by, [entry]);
    });
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
