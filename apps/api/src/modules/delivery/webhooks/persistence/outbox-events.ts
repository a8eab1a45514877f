import type { Queryable, Transaction } from '../../../../platform/database/index.js';
import { hasNewEventsSql, type OutboxCursor, type ReadEvent, readOutbox } from '../../../../platform/outbox/index.js';
import type { WebhookFilters } from '../domain/webhook.js';
import { subscriptionsSql } from './shared-webhooks.js';

/** A webhook that is sent to: which events it wants. */
export interface Subscriber {
  /** Whose it is: of the organization itself or of its parent. */
  readonly organizationId: string;
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly filters: WebhookFilters;
  /** Whose permissions decide what it is sent. */
  readonly authorizedBy: string;
  /** What was over in either is not sent. */
  readonly since: string;
  readonly optedInSince: string;
}

/** An event of the outbox. */
export interface WrittenEvent extends Omit<ReadEvent, 'subscribers'> {
  /** Webhooks that were switched on before it was committed. */
  readonly webhookIds: readonly string[];
}

/** SQL: the earliest first. Of snapshots with the same end, in an earlier one more was open. */
const byBeginningSql = 'pg_snapshot_xmax(w.begins), (select count(*) from pg_snapshot_xip(w.begins)) desc';

/** Organizations with webhooks, own or of the parent, whose outbox holds something that was not read. The transaction of `client` looks up `webhooks`. */
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
 * The cursor of an organization, which nobody else moves until the transaction ends; null: somebody does. What no webhook that is on
 * could be sent is passed over, also where nobody read for long. The transaction of `client` looks up `webhooks`, here and below.
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

/** Webhooks that are sent to. */
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
 * The next events of these names, of about a megabyte of the outbox, and where the cursor is behind them. An event is for a webhook that was
 * there before it, and that a child had opted in to before it.
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

/** In the transaction that stored the deliveries of what was read. */
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
