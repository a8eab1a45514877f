import type { Queryable, Transaction } from '../../../../platform/database/index.js';
import { hasNewEventsSql, type OutboxCursor, type ReadEvent, readOutbox } from '../../../../platform/outbox/index.js';
import type { WebhookFilters } from '../domain/webhook.js';
import { subscriptionsSql } from './shared-webhooks.js';

/** An active webhook, with the events it subscribes to. */
export interface Subscriber {
  /** Organization that owns the webhook: the organization of the events or its parent. */
  readonly organizationId: string;
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly filters: WebhookFilters;
  /** Id of the actor whose permissions decide what the webhook is sent. */
  readonly authorizedBy: string;
  /** Events that were committed in either of these snapshots are not sent. */
  readonly since: string;
  readonly optedInSince: string;
}

/** An event of the outbox. */
export interface WrittenEvent extends Omit<ReadEvent, 'subscribers'> {
  /** Webhooks that were enabled before the event was committed. */
  readonly webhookIds: readonly string[];
}

/** SQL: orders by the earliest beginning. Among snapshots with the same end, the earlier one has more transactions in progress. */
const byBeginningSql = 'pg_snapshot_xmax(w.begins), (select count(*) from pg_snapshot_xip(w.begins)) desc';

/**
 * Returns organizations with webhooks, their own or their parent's, whose outbox has unread events. The transaction of `client` must be
 * allowed to look up `webhooks`.
 */
export async function findOrganizationsWithEvents(client: Transaction): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'webhook-organizations',
    text: `select w.id from (select distinct of_organization as id from ${subscriptionsSql} s) w
       left join webhook_cursors c on c.organization_id = w.id
       where c.snapshot is null or c.until is not null
         or ${hasNewEventsSql('w.id', 'c.snapshot::pg_snapshot')}`,
  });
  return rows.map(({ id }) => id);
}

/**
 * Returns and locks the cursor of an organization until the transaction ends; `null` if it is locked by someone else. Events that no active
 * webhook could be sent are skipped, even if nothing was read for a long time. The transaction of `client` must be allowed to look up
 * `webhooks`, here and below.
 */
export async function lockCursor(client: Transaction, organizationId: string): Promise<OutboxCursor | null> {
  await client.query({
    name: 'webhook-cursor-begin',
    text: `insert into webhook_cursors (organization_id, snapshot)
       select w.of_organization, w.begins::text from ${subscriptionsSql} w where w.of_organization = $1
       order by ${byBeginningSql} limit 1
       on conflict do nothing`,
    values: [organizationId],
  });
  const { rows } = await client.query<OutboxCursor>({
    name: 'webhook-cursor',
    text: `select case when first.skips then first.since else c.snapshot end as snapshot, c.until, c.after::text
       from webhook_cursors c left join lateral (
         select w.begins::text as since, c.until is null and pg_snapshot_xmax(w.begins) > pg_snapshot_xmax(c.snapshot::pg_snapshot) as skips
         from ${subscriptionsSql} w where w.of_organization = c.organization_id order by ${byBeginningSql} limit 1) first on true
       where c.organization_id = $1 for update of c skip locked`,
    values: [organizationId],
  });
  return rows[0] ?? null;
}

/** Returns active webhooks. */
export async function findSubscribers(client: Queryable, organizationId: string): Promise<readonly Subscriber[]> {
  const { rows } = await client.query<Omit<Subscriber, 'filters'> & { readonly filters: string }>({
    name: 'webhook-subscribers',
    text: `select organization_id as "organizationId", id, url, events, filters::text, authorized_by as "authorizedBy",
      since::text, opted_in_since::text as "optedInSince" from ${subscriptionsSql} w where of_organization = $1`,
    values: [organizationId],
  });
  return rows.map(({ filters, ...row }) => ({ ...row, filters: JSON.parse(filters) as WebhookFilters }));
}

/**
 * Returns the next events with these names, from about a megabyte of the outbox, and the cursor after them. An event is only for webhooks
 * that existed before it, and that a child had opted in to before it.
 */
export async function readPage(
  client: Transaction,
  organizationId: string,
  cursor: OutboxCursor,
  { names, subscribers }: { readonly names: readonly string[]; readonly subscribers: readonly Subscriber[] },
): Promise<{ readonly events: readonly WrittenEvent[]; readonly next: OutboxCursor }> {
  const conditions = subscribers.flatMap(({ id, since, optedInSince }) => [
    { id, since },
    { id: optedIn(id), since: optedInSince },
  ]);
  const { events, next } = await readOutbox(client, organizationId, cursor, { names, subscribers: conditions });
  const written = events.map(({ subscribers: met, ...event }) => ({
    ...event,
    webhookIds: met.filter((id) => met.includes(optedIn(id))),
  }));
  return { events: written, next };
}

const optedIn = (webhookId: string): string => `${webhookId} opted in`;

/** Moves the cursor. Must be called in the transaction that stores the deliveries of what was read. */
export async function moveCursor(
  client: Transaction,
  organizationId: string,
  { snapshot, until, after }: OutboxCursor,
): Promise<void> {
  await client.query({
    name: 'webhook-cursor-move',
    text: 'update webhook_cursors set snapshot = $2, until = $3, after = $4 where organization_id = $1',
    values: [organizationId, snapshot, until, after],
  });
}
