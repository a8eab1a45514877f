import { Injectable } from '@nestjs/common';

import { SqlConditions, TenantDatabase } from '../../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import type { AlertStatus, Severity } from '../domain/alert-enumerations.js';
import type { StoredAlert } from '../domain/stored-alert.js';
import { alertColumns } from './alert-columns.js';

export interface AlertFilter extends PageQuery {
  readonly entityId?: string;
  readonly transactionId?: string;
  readonly ruleId?: string;
  readonly statuses?: readonly AlertStatus[] | undefined;
  readonly severity?: readonly Severity[];
  readonly category?: string;
  /** Null: nobody. */
  readonly assignee?: string | null | undefined;
  /** Inclusive. */
  readonly createdFrom?: string;
  readonly createdTo?: string;
}

/** Adds whom records are assigned to; null: to nobody. */
export const addAssigneeCondition = (conditions: SqlConditions, assignee: string | null | undefined): SqlConditions =>
  assignee === null ? conditions.addRaw('assigned_to is null') : conditions.add('assigned_to = ?', assignee);

@Injectable()
export class AlertRepository {
  constructor(private readonly database: TenantDatabase) {}

  async findOne(organizationId: string, id: string): Promise<StoredAlert | undefined> {
    const { rows } = await this.database
      .forOrganization(organizationId)
      .query<StoredAlert>(`select ${alertColumns} from alerts where organization_id = $1 and id = $2`, [
        organizationId,
        id,
      ]);
    return rows[0];
  }

  /** The newest first. */
  find(organizationId: string, filter: AlertFilter): Promise<Page<StoredAlert>> {
    const conditions = new SqlConditions(organizationId)
      .add('target_entity_id = ?', filter.entityId)
      .add('transaction_id = ?', filter.transactionId)
      .add('rule_id = ?', filter.ruleId)
      .add('status = any(?)', filter.statuses)
      .add('severity = any(?)', filter.severity)
      .add('category = ?', filter.category)
      .add('created_at >= ?', filter.createdFrom)
      .add('created_at <= ?', filter.createdTo);
    return selectPage<StoredAlert>(this.database.forOrganization(organizationId), {
      list: 'alerts',
      columns: alertColumns,
      from: 'alerts',
      conditions: addAssigneeCondition(conditions, filter.assignee),
      query: filter,
      sortBy: { column: 'created_at', type: 'timestamptz' },
      descending: true,
    });
  }

  /** The alerts of a case, as many as one may have. */
  async findByCase(organizationId: string, investigationId: string): Promise<readonly StoredAlert[]> {
    const { rows } = await this.database.forOrganization(organizationId).query<StoredAlert>(
      `select ${alertColumns} from alerts where organization_id = $1 and investigation_id = $2
         order by alerts.created_at desc, alerts.id desc`,
      [organizationId, investigationId],
    );
    return rows;
  }
}
