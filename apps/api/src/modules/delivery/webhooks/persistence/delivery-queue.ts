import type { QueryConfig } from 'pg';

import type { Queryable, Transaction } from '../../../../platform/database/index.js';
import { outboxLagSql } from '../../../../platform/outbox/index.js';
import { deliveryLimits } from '../domain/delivery-limits.js';
import { withLastResponses } from '../domain/delivery-response.js';
import type { DeliveryAttempt, DeliveryStatus } from '../domain/delivery.js';

/** Identifies a webhook. */
export interface WebhookKey {
  readonly organizationId: string;
  readonly webhookId: string;
}

/** A webhook with due deliveries. */
export interface DueWebhook extends WebhookKey {
  /** Whether its last delivery failed. */
  readonly isFailing: boolean;
}

/** A delivery that this process sends while its lease is valid. */
export interface LeasedDelivery extends WebhookKey {
  readonly id: string;
  readonly eventId: string;
  readonly event: string;
  readonly body: string;
  /** Number of this attempt, starting at 1. */
  readonly attempt: number;
  readonly attempts: readonly DeliveryAttempt[];
  /** End of an earlier lease whose holder did not report a result; `null` if there was none. */
  readonly lostAt: Date | null;
  /** Kept as text, because the driver's conversion would lose precision. */
  readonly leasedUntil: string;
}

/** SQL: how many more requests may be sent to a webhook now. */
const availableSlotsSql = (
  webhook: string,
): string => `case when ${webhook}.failing_since is null then ${deliveryLimits.requests} else ${deliveryLimits.failingRequests} end
  - (select count(*) from webhook_queue l
     where l.organization_id = ${webhook}.organization_id and l.webhook_id = ${webhook}.id and l.leased_until > now())`;

/** Whether any organization has a webhook. The transaction of `client` must be allowed to look up `webhooks`. */
export async function isAnyWebhook(client: Transaction): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select exists (select from webhooks) as found');
  return rows[0]!.found;
}

/**
 * Returns webhooks with due deliveries that may be sent. The transaction of `client` must be allowed to look up `webhooks`. Reads one index
 * row per webhook.
 */
export async function findDueWebhooks(client: Transaction): Promise<readonly DueWebhook[]> {
  const { rows } = await client.query<DueWebhook>({
    name: 'webhooks-due',
    text: `with recursive queue as (
        (select organization_id, webhook_id, due_at from webhook_queue order by organization_id, webhook_id, due_at limit 1)
        union all
        select next.* from queue q cross join lateral (
          select d.organization_id, d.webhook_id, d.due_at from webhook_queue d
          where (d.organization_id, d.webhook_id) > (q.organization_id, q.webhook_id)
          order by d.organization_id, d.webhook_id, d.due_at limit 1) next)
      select q.organization_id as "organizationId", q.webhook_id as "webhookId", w.failing_since is not null as "isFailing"
      from queue q join webhooks w on w.organization_id = q.organization_id and w.id = q.webhook_id
      where q.due_at <= now() and ${availableSlotsSql('w')} > 0 order by q.due_at limit ${deliveryLimits.dueWebhooks}`,
  });
  return rows;
}

type LeasedRow = Omit<LeasedDelivery, 'attempts'> & { readonly attempts: string };

/**
 * Leases due deliveries of one webhook, up to the number that all processes together may send to it at once; concurrent calls for it wait
 * for each other. A delivery that was leased without a result is due again when the lease ends. The planner does not know how few are
 * taken, so an array and a separate subquery force it to look each of them up.
 */
export async function leaseDeliveries(
  client: Transaction,
  { organizationId, webhookId }: WebhookKey,
  { most, leaseMs }: { readonly most: number; readonly leaseMs: number },
): Promise<readonly LeasedDelivery[]> {
  const { rows } = await client.query<LeasedRow>({
    name: 'webhook-lease',
    text: `with due as materialized (
        select q.delivery_id, q.leased_until from webhook_queue q
        where q.organization_id = $1 and q.webhook_id = $2 and q.due_at <= now()
        order by q.due_at
        limit greatest(0, least($3, (select ${availableSlotsSql('w')} from webhooks w where w.organization_id = $1 and w.id = $2)))
        for update skip locked),
      taken as (
        update webhook_queue q set attempt = q.attempt + 1, leased_until = now() + make_interval(secs => $4 / 1000.0),
          due_at = now() + make_interval(secs => $4 / 1000.0)
        where q.organization_id = $1 and q.delivery_id = any(array(select delivery_id from due))
        returning q.delivery_id, q.attempt, q.leased_until)
      select d.*, taken.attempt, due.leased_until as "lostAt", taken.leased_until::text as "leasedUntil"
      from taken join due using (delivery_id) cross join lateral (
        select d.organization_id as "organizationId", d.webhook_id as "webhookId", d.id, d.event_id as "eventId", d.event, d.body,
          d.attempts::text
        from webhook_deliveries d where d.organization_id = $1 and d.id = taken.delivery_id offset 0) d`,
    values: [organizationId, webhookId, most, leaseMs],
  });
  return rows.map(({ attempts, ...row }) => ({ ...row, attempts: JSON.parse(attempts) as DeliveryAttempt[] }));
}

/**
 * Locks a webhook, so that until the transaction ends no other process can lease its deliveries or record their results. It is taken first,
 * because deleting a webhook also locks it before its deliveries.
 */
export const lockDeliveryQuery = ({ organizationId, webhookId }: WebhookKey): QueryConfig => ({
  name: 'webhook-lock',
  text: 'select 1 from webhooks where organization_id = $1 and id = $2 for no key update',
  values: [organizationId, webhookId],
});

/** Result of a delivery. */
export interface DeliveryResult {
  readonly status: DeliveryStatus;
  readonly attempts: readonly DeliveryAttempt[];
  readonly nextAttemptAt: Date | null;
  /** Status code of the last attempt; `null` if there was no response. */
  readonly statusCode: number | null;
}

/** A delivery that was sent, with its result. */
export interface SentDelivery {
  readonly delivery: LeasedDelivery;
  readonly result: DeliveryResult;
}

/** Recorded results for deliveries of one webhook. */
export interface SettledDeliveries {
  /** Ids of the recorded deliveries. The leases of the others have ended, and another process has them. */
  readonly ids: readonly string[];
  /** Since when all deliveries of the webhook have failed; `null` if the last one succeeded. */
  readonly failingSince: Date | null;
}

/** SQL: queue rows that are still leased to the sender. The array forces the planner to look each of them up. */
const ownLeasesSql = `q.organization_id = $1 and q.delivery_id = any($3::uuid[])
  and q.delivery_id = r.id and q.leased_until = r.leased_until`;

/**
 * Records the results of deliveries of one webhook, in the order in which they ended, and updates the webhook's state. Returns `null` if
 * the sender no longer holds any of them, or there is no such webhook. The transaction must hold `lockDeliveryQuery`.
 */
export async function settleDeliveries(
  client: Transaction,
  { organizationId, webhookId }: WebhookKey,
  sent: readonly SentDelivery[],
): Promise<SettledDeliveries | null> {
  const { rows } = await client.query<SettledDeliveries>({
    name: 'webhook-settle',
    text: `with results as (
        select * from unnest($3::uuid[], $4::timestamptz[], $5::text[], $6::text[], $7::int[], $8::int[], $9::timestamptz[])
          with ordinality as r (id, leased_until, status, attempts, attempt, status_code, next_attempt_at, place)),
      again as (
        update webhook_queue q set due_at = r.next_attempt_at, leased_until = null from results r
        where ${ownLeasesSql} and r.next_attempt_at is not null returning r.place),
      over as (
        delete from webhook_queue q using results r where ${ownLeasesSql} and r.next_attempt_at is null returning r.place),
      settled as (
        select r.* from results r where r.place in (select place from again union all select place from over)),
      written as (
        update webhook_deliveries d set status = s.status, attempts = s.attempts::json, attempt = s.attempt from settled s
        where d.organization_id = $1 and d.id = any($3::uuid[]) and d.id = s.id),
      ended as (
        select array_agg(id) as ids, bool_or(status = 'delivered') as is_any_delivered,
          (array_agg(status order by place desc))[1] as status, (array_agg(status_code order by place desc))[1] as status_code
        from settled having count(*) > 0)
      update webhooks w set last_delivery_at = now(), last_status_code = ended.status_code,
        failing_since = case when ended.status = 'delivered' then null when ended.is_any_delivered then now()
          else coalesce(w.failing_since, now()) end
      from ended where w.organization_id = $1 and w.id = $2 returning w.failing_since as "failingSince", ended.ids`,
    values: [organizationId, webhookId, ...columnsOf(sent)],
  });
  return rows[0] ?? null;
}

const columnsOf = (sent: readonly SentDelivery[]): readonly unknown[] => [
  sent.map(({ delivery }) => delivery.id),
  sent.map(({ delivery }) => delivery.leasedUntil),
  sent.map(({ result }) => result.status),
  sent.map(({ result }) => JSON.stringify(withLastResponses(result.attempts))),
  sent.map(({ delivery }) => delivery.attempt),
  sent.map(({ result }) => result.statusCode),
  sent.map(({ result }) => result.nextAttemptAt),
];

/** Disables a webhook that has failed for too long. Returns `false` if it was already disabled. */
export async function disableWebhook(client: Queryable, { organizationId, webhookId }: WebhookKey): Promise<boolean> {
  const { rowCount } = await client.query(
    `update webhooks set status = 'disabled_by_failures', version = version + 1, updated_at = now()
     where organization_id = $1 and id = $2 and status = 'active'`,
    [organizationId, webhookId],
  );
  return rowCount === 1;
}

/** Ends due deliveries of a disabled webhook, as many as one statement should; `attempt` contains the reason. */
export async function endDueDeliveries(
  client: Queryable,
  { organizationId, webhookId }: WebhookKey,
  attempt: DeliveryAttempt,
): Promise<void> {
  await client.query({
    name: 'webhook-end-due',
    text: `with ended as (
         delete from webhook_queue where organization_id = $1 and delivery_id = any(array(
           select q.delivery_id from webhook_queue q
           where q.organization_id = $1 and q.webhook_id = $2 and q.due_at <= now()
           order by q.due_at limit ${deliveryLimits.endedDeliveries} for update skip locked))
         returning delivery_id)
       update webhook_deliveries set status = 'failed',
         attempts = (left(attempts::text, -1) || case attempts::text when '[]' then '' else ',' end || $3 || ']')::json
       where organization_id = $1 and id = any(array(select delivery_id from ended))`,
    values: [organizationId, webhookId, JSON.stringify(attempt)],
  });
}

/** SQL for operators: number of failing webhooks of the organization `$1`. */

export const failingWebhooksSql = `select count(*) from webhooks
  where organization_id = $1 and enabled and (status = 'disabled_by_failures' or failing_since is not null)`;

const mostCounted = 10_000;

export const waitingDeliveriesSql = `select count(*) from (
  select from webhook_queue where organization_id = $1 limit ${mostCounted}) q`;

/** SQL for operators: without webhooks to send to, there is no lag. */
export const webhookLagSql = `select (${outboxLagSql('$1', 'c.snapshot::pg_snapshot')}) from webhook_cursors c
  where c.organization_id = $1
    and exists (select from webhooks w where w.organization_id = $1 and w.enabled and w.status = 'active')`;
