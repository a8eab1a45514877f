import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { ListType } from '../domain/list-enumerations.js';
import { DataListRow } from './data-list-row.js';

@Injectable()
export class DataListStore {
  constructor(@InjectRepository(DataListRow) private readonly rows: Repository<DataListRow>) {}

  async insert(row: DataListRow): Promise<void> {
    await this.rows.insert(row);
  }

  findOne(organizationId: string, id: string): Promise<DataListRow | null> {
    return this.rows.findOneBy({ organizationId, id });
  }

  findOldestActive(organizationId: string, type: ListType): Promise<DataListRow | null> {
    return this.rows.findOne({
      where: { organizationId, type, status: 'active' },
      order: { createdAt: 'asc', id: 'asc' },
    });
  }
}
