import {
  findOrganizations,
  joinJsonTexts,
  splitJsonTextsSql,
  minIdAtSql,
  newId,
  type Queryable,
  SqlConditions,
  type Transaction,
} from '../../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import { deliveryLimits } from '../domain/delivery-limits.js';
import type { Delivery, DeliveryAttempt, DeliveryStatus } from '../domain/delivery.js';

/** Results of a webhook's deliveries in the last day. */
export interface DeliveryCounts {
  readonly delivered24h: number;
  readonly failed24h: number;
}

/** Returns counts by webhook id. Both deliveries that have only failed so far and those that were given up count as failed. */
export async function countDeliveries(
  client: Queryable,
  organizationId: string,
  webhookIds: readonly string[],
): Promise<ReadonlyMap<string, DeliveryCounts>> {
  const { rows } = await client.query<DeliveryCounts & { id: string }>(
    `select id, counted.* from unnest($2::uuid[]) as w (id) cross join lateral (
       select count(*) filter (where status = 'delivered')::int as "delivered24h",
         count(*) filter (where status in ('failed', 'exhausted'))::int as "failed24h"
       from webhook_deliveries
       where organization_id = $1 and webhook_id = w.id and created_at > now() - interval '24 hours') counted`,
    [organizationId, webhookIds],
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** A delivery to be stored. */
export interface NewDelivery {
  readonly webhookId: string;
  /** Organization that owns the webhook, and therefore the delivery. */
  readonly webhookOrganizationId: string;
  readonly eventId: string;
  readonly event: string;
  /** Body to send. */
  readonly body: string;
}

/**
 * Stores deliveries of an organization's events. They are due immediately, except those of a sandbox, which are not sent. `client` belongs
 * to the organization of their webhooks.
 */
export async function insertDeliveries(
  client: Queryable,
  eventOrganizationId: string,
  status: 'pending' | 'simulated',
  deliveries: readonly NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await client.query({
    name: 'webhook-deliveries-insert',
    text: `with stored as (
         insert into webhook_deliveries
           (organization_id, id, webhook_id, event_organization_id, event_id, event, body, status, created_at)
         select owner, id, webhook_id, $1, event_id, event, body, $8, now()
         from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], ${splitJsonTextsSql('$7')})
           as d (owner, id, webhook_id, event_id, event, body)
         returning organization_id, id, webhook_id)
       insert into webhook_queue (organization_id, delivery_id, webhook_id, event_organization_id, attempt, due_at)
       select organization_id, id, webhook_id, $1, 0, now() from stored where $8 = 'pending'`,
    values: [
      eventOrganizationId,
      deliveries.map(({ webhookOrganizationId }) => webhookOrganizationId),
      deliveries.map(() => newId()),
      deliveries.map(({ webhookId }) => webhookId),
      deliveries.map(({ eventId }) => eventId),
      deliveries.map(({ event }) => event),
      joinJsonTexts(deliveries.map(({ body }) => body)),
      status,
    ],
  });
}

/** Stores a delivery that has already been sent, and that is never sent again. */
export async function insertSentDelivery(
  client: Queryable,
  { webhookId, webhookOrganizationId, eventId, event, body }: NewDelivery,
  status: DeliveryStatus,
  attempts: readonly DeliveryAttempt[],
): Promise<Delivery> {
  const { rows } = await client.query<DeliveryRow>(
    `insert into webhook_deliveries as d
       (organization_id, id, webhook_id, event_organization_id, event_id, event, body, status, attempt, attempts, created_at)
     values ($1, $2, $3, $1, $4, $5, $6, $7, $8, $9, now()) returning ${columnsWith('null::timestamptz')}`,
    [
      webhookOrganizationId,
      newId(),
      webhookId,
      eventId,
      event,
      body,
      status,
      attempts.length,
      JSON.stringify(attempts),
    ],
  );
  return toDelivery(rows[0]!);
}

const columnsWith = (nextAttemptAt: string): string =>
  `d.id, d.webhook_id as "webhookId", d.event_organization_id as "organizationId", d.event_id as "eventId", d.event, d.status,
  d.attempts::text, ${nextAttemptAt} as "nextAttemptAt", d.created_at as "createdAt",
  case when d.status = 'simulated' then d.body end as "simulatedBody"`;

/** SQL: when the delivery `d` is sent next; null if it is in progress or has ended. */
const queuedForSql = `(select q.due_at from webhook_queue q
  where q.organization_id = d.organization_id and q.delivery_id = d.id and q.leased_until is null)`;

/** A row as the database returns it: JSON is text. */
type DeliveryRow = Omit<Delivery, 'attempts'> & { readonly attempts: string };

const toDelivery = ({ attempts, ...row }: DeliveryRow): Delivery => ({
  ...row,
  attempts: JSON.parse(attempts) as DeliveryAttempt[],
});

export interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined;
  readonly event?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Selects whose deliveries are returned. */
export interface DeliveryScope {
  /** Organization that owns the webhook. */
  readonly organizationId: string;
  readonly webhookId: string;
  /** Only deliveries of this organization's events; if absent, all. */
  readonly eventOrganizationId?: string | undefined;
}

const conditionsOf = ({ organizationId, webhookId, eventOrganizationId }: DeliveryScope): SqlConditions =>
  new SqlConditions(organizationId, 'd.organization_id')
    .add('d.webhook_id = ?', webhookId)
    .add('d.event_organization_id = ? and d.event_organization_id <> d.organization_id', eventOrganizationId);

/** Lists the deliveries of one webhook, newest first. */
export async function listDeliveries(
  client: Queryable,
  scope: DeliveryScope,
  query: PageQuery & DeliveryFilter,
): Promise<Page<Delivery>> {
  const conditions = conditionsOf(scope)
    .add('d.status = ?', query.status)
    .add('d.event = ?', query.event)
    .add('d.created_at >= ?', query.from)
    .add('d.created_at <= ?', query.to);
  const { rows, pagination } = await selectPage<DeliveryRow>(client, {
    list: `deliveries of ${scope.webhookId}`,
    columns: columnsWith(queuedForSql),
    from: 'webhook_deliveries d',
    conditions,
    query,
    sortBy: { column: 'd.created_at', type: 'timestamptz', id: 'd.id' },
    descending: true,
  });
  return { rows: rows.map(toDelivery), pagination };
}

/** Returns a delivery of a webhook, with the exact bytes of its body; `null` if there is none. */
export async function findDelivery(
  client: Queryable,
  scope: DeliveryScope,
  id: string,
): Promise<{ readonly delivery: Delivery; readonly sentBody: string } | null> {
  const conditions = conditionsOf(scope).add('d.id = ?', id);
  const { rows } = await client.query<DeliveryRow & { sentBody: string }>(
    `select ${columnsWith(queuedForSql)}, d.body as "sentBody" from webhook_deliveries d where ${conditions.where}`,
    conditions.values,
  );
  if (!rows[0]) return null;
  const { sentBody, ...row } = rows[0];
  return { delivery: toDelivery(row), sentBody };
}

/**
 * Queues a delivery to be sent again immediately; if it has used all attempts, it gets one more. A delivery in progress stays unchanged, as
 * does one of a sandbox, which is never sent. Returns `null` if there is none.
 */
export async function requeueDelivery(
  client: Queryable,
  organizationId: string,
  webhookId: string,
  id: string,
  attempts: number,
): Promise<Delivery | null> {
  const { rows } = await client.query<DeliveryRow>(
    `with queued as (
       insert into webhook_queue as q (organization_id, delivery_id, webhook_id, event_organization_id, attempt, due_at)
       select organization_id, id, webhook_id, event_organization_id, least(attempt, $4), now() from webhook_deliveries
       where organization_id = $1 and webhook_id = $2 and id = $3 and status <> 'simulated'
       on conflict (organization_id, delivery_id) do update set due_at = excluded.due_at, attempt = least(q.attempt, $4)
         where q.leased_until is null
       returning delivery_id),
     d as (
       update webhook_deliveries set status = 'pending' where organization_id = $1 and id = (select delivery_id from queued)
       returning *)
     select ${columnsWith('now()::timestamptz(3)')} from d
     union all
     select ${columnsWith(queuedForSql)} from webhook_deliveries d
       where d.organization_id = $1 and d.webhook_id = $2 and d.id = $3 and not exists (select from queued)`,
    [organizationId, webhookId, id, attempts - 1],
  );
  return rows[0] ? toDelivery(rows[0]) : null;
}

const idOfAgeSql = (days: string): string => minIdAtSql(`now() - make_interval(days => ${days})`);

/** Returns organizations with expired deliveries. The transaction of `client` does not belong to an organization. */
export const findOrganizationsWithExpiredDeliveries = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(
    client,
    'webhooks',
    `select w.id from (select distinct organization_id as id from webhooks) w
     where exists (select from webhook_deliveries d where d.organization_id = w.id and d.id < ${idOfAgeSql('$1')})`,
    [deliveryLimits.keptDays],
  );

/** Deletes up to `most` deliveries of a webhook, and returns how many. */
export async function deleteDeliveriesOf(
  client: Queryable,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
  most: number,
): Promise<number> {
  const { rowCount } = await client.query(
    `delete from webhook_deliveries where organization_id = $1 and id = any(array(
       select d.id from webhook_deliveries d where d.organization_id = $1 and d.webhook_id = $2 limit $3))`,
    [organizationId, id, most],
  );
  return rowCount ?? 0;
}

/** Deletes up to `most` expired deliveries, and returns how many. */
export async function deleteExpiredDeliveries(
  client: Queryable,
  organizationId: string,
  most: number,
): Promise<number> {
  const { rowCount } = await client.query(
    `delete from webhook_deliveries where organization_id = $1 and id = any(array(
       select d.id from webhook_deliveries d where d.organization_id = $1 and d.id < ${idOfAgeSql('$2')} order by d.id limit $3))`,
    [organizationId, deliveryLimits.keptDays, most],
  );
  return rowCount ?? 0;
}
