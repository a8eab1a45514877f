import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { SqlConditions, TenantDatabase } from '../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../platform/http/index.js';
import { type StatusFilter, statusOf, type Severity } from '../domain/alert-enumerations.js';
import { AlertRow } from './alert-row.js';

export interface AlertFilter extends PageQuery {
  readonly entityId?: string;
  readonly transactionId?: string;
  readonly ruleId?: string;
  readonly status?: readonly StatusFilter[];
  readonly severity?: readonly Severity[];
  readonly category?: string;
  readonly assignedTo?: string;
  /** Inclusive. */
  readonly createdFrom?: string;
  readonly createdTo?: string;
}

@Injectable()
export class AlertStore {
  constructor(
    @InjectRepository(AlertRow) private readonly mapped: Repository<AlertRow>,
    private readonly database: TenantDatabase,
  ) {}

  findOne(organizationId: string, id: string): Promise<AlertRow | null> {
    return this.database.rows(organizationId, AlertRow, (rows) => rows.findOneBy({ organizationId, id }));
  }

  /** The newest first. */
  find(organizationId: string, filter: AlertFilter): Promise<Page<AlertRow>> {
    const conditions = new SqlConditions(organizationId)
      .add('target_entity_id = ?', filter.entityId)
      .add('transaction_id = ?', filter.transactionId)
      .add('rule_id = ?', filter.ruleId)
      .add('status = any(?)', filter.status?.map(statusOf))
      .add('severity = any(?)', filter.severity)
      .add('category = ?', filter.category)
      .add('assigned_to = ?', filter.assignedTo)
      .add('created_at >= ?', filter.createdFrom)
      .add('created_at <= ?', filter.createdTo);
    const columns = this.mapped.metadata.columns.map((column) => `${column.databaseName} as "${column.propertyName}"`);
    return selectPage<AlertRow>(this.database.of(organizationId), {
      list: 'alerts',
      columns: columns.join(', '),
      from: 'alerts',
      conditions,
      query: filter,
      sortBy: { column: 'created_at', type: 'timestamptz' },
      descending: true,
    });
  }
}
