import type { Queryable, Transaction } from '../../../../platform/database/index.js';
import { deliveryLimits } from '../domain/delivery-limits.js';
import type { WebhookFilters } from '../domain/webhook.js';
import { subscriptionsSql } from './shared-webhooks.js';

/** Which transactions are over, as `pg_current_snapshot()` says it. */
type Snapshot = string;

/** How far the outbox of an organization was read: everything that was over in `snapshot`, and of `until` the rows up to `after`. */
export interface Cursor {
  readonly snapshot: Snapshot;
  readonly until: Snapshot | null;
  readonly after: string;
}

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
}

/** An event of the outbox. */
export interface WrittenEvent {
  readonly id: string;
  readonly event: string;
  readonly at: Date;
  /** JSON text. */
  readonly payload: string;
  /** Webhooks that were switched on before it was committed. */
  readonly webhookIds: readonly string[];
}

/** SQL: the earliest first. Of snapshots with the same end, in an earlier one more was open. */
const byBeginningSql = 'pg_snapshot_xmax(w.begins), (select count(*) from pg_snapshot_xip(w.begins)) desc';
const isNewSql = (row: string, since: string): string =>
  `${row}.secret is null and ${row}.written_by >= pg_snapshot_xmin(${since}) and not pg_visible_in_snapshot(${row}.written_by, ${since})`;

/** Organizations with webhooks, own or of the parent, whose outbox holds something that was not read. The transaction of `client` looks up `webhooks`. */
export async function findOrganizationsWithEvents(client: Transaction): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'webhook-organizations',
    text: `select w.id from (select distinct of_organization as id from ${subscriptionsSql} s) w
       left join webhook_cursors c on c.organization_id = w.id
       where c.snapshot is null or c.until is not null
         or exists (select from outbox o where o.organization_id = w.id and ${isNewSql('o', 'c.snapshot::pg_snapshot')})`,
  });
  return rows.map(({ id }) => id);
}

/**
 * The cursor of an organization, which nobody else moves until the transaction ends; null: somebody does. What no webhook that is on
 * could be sent is passed over, also where nobody read for long. The transaction of `client` looks up `webhooks`, here and below.
 */
export async function lockCursor(client: Transaction, organizationId: string): Promise<Cursor | null> {
  await client.query({
    name: 'webhook-cursor-begin',
    text: `insert into webhook_cursors (organization_id, snapshot)
       select w.of_organization, w.begins::text from ${subscriptionsSql} w where w.of_organization = $1
       order by ${byBeginningSql} limit 1
       on conflict do nothing`,
    values: [organizationId],
  });
  const { rows } = await client.query<Cursor>({
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
    text: `select organization_id as "organizationId", id, url, events, filters::text, authorized_by as "authorizedBy" from ${subscriptionsSql} w where of_organization = $1`,
    values: [organizationId],
  });
  return rows.map(({ filters, ...row }) => ({ ...row, filters: JSON.parse(filters) as WebhookFilters }));
}

interface PageRow extends Omit<WrittenEvent, 'id'> {
  readonly seq: string;
  readonly bytes: number;
  /** Null: no event of the row is asked for. */
  readonly id: string | null;
}

/** The next events of these names, of about a megabyte of the outbox, and where the cursor is behind them. */
export async function readPage(
  client: Transaction,
  organizationId: string,
  { snapshot, until: begun, after }: Cursor,
  names: readonly string[],
): Promise<{ readonly events: readonly WrittenEvent[]; readonly next: Cursor }> {
  const until = begun ?? (await currentSnapshot(client));
  const { rows } = await client.query<PageRow>({
    name: 'webhook-events',
    text: `with part as (
        select * from (
          select o.seq, o.events, o.created_at, o.written_by, sum(octet_length(o.events)) over (order by o.seq) as bytes from outbox o
          where o.organization_id = $1 and ${isNewSql('o', '$2::pg_snapshot')}
            and pg_visible_in_snapshot(o.written_by, $3::pg_snapshot) and o.seq > $4
        ) rows where bytes - octet_length(events) < $5)
      select p.seq, p.bytes::int, e.id, e.event, p.created_at as at, e.payload, array(
          select w.id from ${subscriptionsSql} w
          where w.of_organization = $1 and not pg_visible_in_snapshot(p.written_by, w.since)
            and not pg_visible_in_snapshot(p.written_by, w.opted_in_since)) as "webhookIds"
      from part p left join lateral (
        select place, told ->> 'id' as id, told ->> 'event' as event, (told -> 'payload')::text as payload
        from json_array_elements(p.events::json) with ordinality as t (told, place) where told ->> 'event' = any($6)
      ) e on true
      order by p.seq, e.place`,
    values: [organizationId, snapshot, until, after, deliveryLimits.partBytes, names],
  });
  const events = rows.flatMap(({ seq: _seq, bytes: _bytes, id, ...event }) => (id === null ? [] : [{ ...event, id }]));
  const last = rows.at(-1);
  const isFull = last !== undefined && last.bytes >= deliveryLimits.partBytes;
  return {
    events,
    next: isFull ? { snapshot, until, after: last.seq } : { snapshot: until, until: null, after: '0' },
  };
}

async function currentSnapshot(client: Queryable): Promise<Snapshot> {
  const { rows } = await client.query<{ now: Snapshot }>('select pg_current_snapshot()::text as now');
  return rows[0]!.now;
}

/** In the transaction that stored the deliveries of what was read. */
export async function moveCursor(
  client: Transaction,
  organizationId: string,
  { snapshot, until, after }: Cursor,
): Promise<void> {
  await client.query({
    name: 'webhook-cursor-move',
    text: 'update webhook_cursors set snapshot = $2, until = $3, after = $4 where organization_id = $1',
    values: [organizationId, snapshot, until, after],
  });
}
