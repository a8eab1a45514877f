import { minIdAt, type Queryable, TenantDatabase } from '../../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import { Injectable } from '@nestjs/common';
import type { AlertOrder } from '../domain/alert-enumerations.js';
import type { StoredAlert } from '../domain/stored-alert.js';
import { alertColumns } from './alert-columns.js';
import { alertConditions, type AlertFilter } from './alert-filter.js';
import { findUrgent } from './urgent-alerts.js';

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

  /** Finds alerts, newest or most urgent first. */
  find(organizationId: string, filter: AlertFilter, page: PageQuery, sortBy: AlertOrder): Promise<Page<StoredAlert>> {
    const client = this.database.forOrganization(organizationId);
    if (sortBy === 'urgency') return findUrgent(client, organizationId, filter, page);
    return selectPage<StoredAlert>(client, {
      list: 'alerts',
      columns: alertColumns,
      from: 'alerts',
      conditions: alertConditions(organizationId, filter),
      query: { ...filter, ...page },
      sortBy: { column: 'created_at', type: 'timestamptz' },
      descending: true,
    });
  }

  /** Returns the alerts of a case, up to the maximum that one may have. */
  async findByCase(organizationId: string, investigationId: string): Promise<readonly StoredAlert[]> {
    const { rows } = await this.database.forOrganization(organizationId).query<StoredAlert>(
      `select ${alertColumns} from alerts where organization_id = $1 and investigation_id = $2
         order by alerts.created_at desc, alerts.id desc`,
      [organizationId, investigationId],
    );
    return rows;
  }
}

export interface AlertsInOrder {
  /** Only ids after this one; `null` starts with the first. */
  readonly after: string | null;
  /** Only alerts stored up to then; `null` for all. */
  readonly until: Date | null;
  readonly most: number;
}

/** Returns the ids of alerts that match a filter, in order. */
export async function findAlertIds(
  client: Queryable,
  organizationId: string,
  filter: AlertFilter,
  { after, until, most }: AlertsInOrder,
): Promise<readonly string[]> {
  const conditions = alertConditions(organizationId, filter)
    .add('id > ?', after ?? undefined)
    .add('id < ?', until === null ? undefined : minIdAt(until.getTime() + 1));
  const { rows } = await client.query<{ id: string }>(
    `select id from alerts where ${conditions.where} order by id limit ${conditions.bind(most)}`,
    conditions.values,
  );
  return rows.map(({ id }) => id);
}
