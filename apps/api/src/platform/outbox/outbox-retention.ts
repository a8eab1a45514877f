import { Injectable } from '@nestjs/common';

import { AppConfig } from '../config/index.js';
import { findOrganizations, minIdAtSql, OrganizationSweep } from '../database/index.js';
import { limits } from '../limits.js';
import { EventReaders } from './event-readers.js';

/** SQL: whether a row has expired. Ids begin with their creation time, so that old rows are the first of an organization. */
const isExpiredSql = (row: string, hours: string): string =>
  `${row}.id < ${minIdAtSql(`now() - make_interval(hours => ${hours})`)}`;

/** Reads one index row per organization, not one per event. */
const organizationsText = `with recursive found as (
    (select organization_id from outbox order by organization_id limit 1)
    union all
    select (select o.organization_id from outbox o where o.organization_id > s.organization_id order by o.organization_id limit 1)
      from found s where s.organization_id is not null)
  select s.organization_id as id from found s
    where exists (select from outbox o where o.organization_id = s.organization_id and ${isExpiredSql('o', '$1')})`;

/**
 * Rows that webhooks and automations still have to read are kept longer: a server that was down for days still announces what happened
 * before.
 */
const removeText = (isUnread: string): string => `delete from outbox where organization_id = $1 and id = any(array(
  select o.id from outbox o where o.organization_id = $1 and ${isExpiredSql('o', '$2')}
    and (not (${isUnread}) or ${isExpiredSql('o', '$4')}) order by o.id limit $3))`;

/** Removes events that were not read in time. Rows of the outbox hold up to a hundred events each. */
@Injectable()
export class OutboxRetention extends OrganizationSweep {
  constructor({ outboxHours: hours }: AppConfig, readers: EventReaders) {
    super({
      name: 'outbox',
      failure: 'removing old events failed',
      everyMs: limits.oldEventsSweepMs,
      rows: limits.oldEventsSweepRows,
      find: (client) => findOrganizations(client, 'old events', organizationsText, [hours]),
      remove: async (client, id, rows) => {
        const most = Math.max(hours, limits.unreadEventsHours);
        const { rowCount } = await client.query(removeText(readers.isUnreadSql('o')), [id, hours, rows, most]);
        return rowCount ?? 0;
      },
    });
  }
}
