import { Injectable } from '@nestjs/common';

import { AppConfig } from '../config/index.js';
import {
  findOrganizations,
  InjectPgPool,
  inTransaction,
  minIdAtSql,
  type PgPool,
  TenantDatabase,
} from '../database/index.js';
import { limits } from '../limits.js';
import { PeriodicTask, PeriodicJob } from '../periodic-task.js';
import { EventReaders } from './event-readers.js';

/** SQL: ids begin with the time they were made at, so that old rows are the first of an organization. */
const isExpiredSql = (row: string, hours: string): string =>
  `${row}.id < ${minIdAtSql(`now() - make_interval(hours => ${hours})`)}`;

/** One row of the index for each organization, not one for each event. */
const organizationsText = `with recursive found as (
    (select organization_id from outbox order by organization_id limit 1)
    union all
    select (select o.organization_id from outbox o where o.organization_id > s.organization_id order by o.organization_id limit 1)
      from found s where s.organization_id is not null)
  select s.organization_id as id from found s
    where exists (select from outbox o where o.organization_id = s.organization_id and ${isExpiredSql('o', '$1')})`;

/** What webhooks and automations have still to read stays longer: a server that was down for days tells of what happened before. */
const removeText = (isUnread: string): string => `delete from outbox where organization_id = $1 and id = any(array(
  select o.id from outbox o where o.organization_id = $1 and ${isExpiredSql('o', '$2')}
    and (not (${isUnread}) or ${isExpiredSql('o', '$4')}) order by o.id limit $3))`;

/** Removes events that nobody fetched in time, some at a time so that no statement takes long. */
@Injectable()
export class OutboxRetention extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'outbox',
    'old events were not removed',
    limits.oldEventsSweepMs,
    () => this.removeExpired(),
  );

  constructor(
    private readonly database: TenantDatabase,
    @InjectPgPool() private readonly pool: PgPool,
    private readonly config: AppConfig,
    private readonly readers: EventReaders,
  ) {
    super();
  }

  /** Rows of the outbox, of up to a hundred events each. */
  async removeExpired(): Promise<number> {
    const hours = this.config.outboxHours;
    const organizations = await inTransaction(this.pool, null, (client) =>
      findOrganizations(client, 'old events', organizationsText, [hours]),
    );
    const most = Math.max(hours, limits.unreadEventsHours);
    const text = removeText(this.readers.isUnreadSql('o'));
    return this.task.runInOrganizations(organizations, limits.oldEventsSweepRows, async (id, rows) => {
      const { rowCount } = await this.database.forOrganization(id).query(text, [id, hours, rows, most]);
      return rowCount ?? 0;
    });
  }
}
