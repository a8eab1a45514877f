import type { QueryConfig } from 'pg';

import type { Queryable, Transaction } from '../../../../platform/database/index.js';
import { deliveryLimits } from '../domain/delivery-limits.js';
import type { DeliveryAttempt, DeliveryStatus } from '../domain/delivery.js';

/** Names a webhook. */
export interface WebhookKey {
  readonly organizationId: string;
  readonly webhookId: string;
}

/** A webhook with deliveries that are due. */
export interface DueWebhook extends WebhookKey {
  /** Its last delivery failed. */
  readonly isFailing: boolean;
}

/** A delivery that this process sends, as long as its lease runs. */
export interface LeasedDelivery extends WebhookKey {
  readonly id: string;
  readonly eventId: string;
  readonly event: string;
  readonly body: string;
  /** Which one this is, from 1. */
  readonly attempt: number;
  readonly attempts: readonly DeliveryAttempt[];
  /** The end of the lease under which somebody sent it before, of whom nothing was heard; null: nobody did. */
  readonly lostAt: Date | null;
  /** Text, for what the driver makes of it is less exact. */
  readonly leasedUntil: string;
}

/** SQL: how many more requests a webhook may be sent now. */
const availableSlotsSql = (
  webhook: string,
): string => `case when ${webhook}.failing_since is null then ${deliveryLimits.requests} else ${deliveryLimits.failingRequests} end
  - (select count(*) from webhook_queue l
     where l.organization_id = ${webhook}.organization_id and l.webhook_id = ${webhook}.id and l.leased_until > now())`;

/** Whether any organization has a webhook. The transaction of `client` looks up `webhooks`. */
export async function isAnyWebhook(client: Transaction): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select exists (select from webhooks) as found');
  return rows[0]!.found;
}

/** Webhooks with deliveries that are due and may be sent. The transaction of `client` looks up `webhooks`. One row of the index for each. */
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
 * Takes some that are due of one webhook, no more than it may be sent at once by all processes together: those that come to it at the same
 * time wait for each other. What was leased and not heard of is due again when the lease ends. The planner does not know how few are taken:
 * an array, and a part that stands alone, leave it nothing but to look each of them up.
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
 * Lets no other process take deliveries of the webhook, or write down what became of one, until the transaction ends. Asked for first, as
 * whoever deletes a webhook has it before its deliveries.
 */
export const lockDeliveryQuery = ({ organizationId, webhookId }: WebhookKey): QueryConfig => ({
  name: 'webhook-lock',
  text: 'select 1 from webhooks where organization_id = $1 and id = $2 for no key update',
  values: [organizationId, webhookId],
});

/** What became of a delivery. */
export interface DeliveryResult {
  readonly status: DeliveryStatus;
  readonly attempts: readonly DeliveryAttempt[];
  readonly nextAttemptAt: Date | null;
  /** Of the last attempt; null: nobody answered. */
  readonly statusCode: number | null;
}

/**
 * Writes down what became of one, and how its webhook does. Since when there were only failures, null: the last was none; undefined: its
 * lease ended and somebody else has it, or there is no such webhook any more.
 */
export async function settleDelivery(
  client: Transaction,
  delivery: LeasedDelivery,
  { status, attempts, nextAttemptAt, statusCode }: DeliveryResult,
): Promise<Date | null | undefined> {
  const { organizationId, webhookId, id, attempt, leasedUntil } = delivery;
  client.enqueue(lockDeliveryQuery(delivery));
  const { rows } = await client.query<{ since: Date | null }>({
    name: `webhook-settle-${nextAttemptAt ? 'again' : 'over'}`,
    text: `with settled as (
        ${nextAttemptAt ? 'update webhook_queue set due_at = $9, leased_until = null' : 'delete from webhook_queue'}
        where organization_id = $1 and delivery_id = $3 and leased_until = $4::timestamptz returning delivery_id),
      written as (
        update webhook_deliveries set status = $5, attempts = $6, attempt = $8
        where organization_id = $1 and id = $3 and exists (select from settled))
      update webhooks set last_delivery_at = now(), last_status_code = $7,
        failing_since = case when $5 = 'delivered' then null else coalesce(failing_since, now()) end
      where organization_id = $1 and id = $2 and exists (select from settled) returning failing_since as since`,
    values: [
      ...[organizationId, webhookId, id, leasedUntil, status],
      ...[JSON.stringify(attempts.slice(-deliveryLimits.shownAttempts)), statusCode, attempt],
      ...(nextAttemptAt ? [nextAttemptAt] : []),
    ],
  });
  return rows[0]?.since;
}

/** Switches one off that failed too long. False: it was off already. */
export async function disableWebhook(client: Queryable, { organizationId, webhookId }: WebhookKey): Promise<boolean> {
  const { rowCount } = await client.query(
    `update webhooks set status = 'disabled_by_failures', updated_at = now()
     where organization_id = $1 and id = $2 and status = 'active'`,
    [organizationId, webhookId],
  );
  return rowCount === 1;
}

/** Ends those that are due of a webhook that is off, as many as one statement should; `attempt` says why. */
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
