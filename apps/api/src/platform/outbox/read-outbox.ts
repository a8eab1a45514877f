import type { Queryable } from '../database/index.js';
import type { EventCause } from './event-cause.js';

/** A position in the outbox of an organization: everything that had ended in `snapshot` was read, and of `until` the rows up to `after`. */
export interface OutboxCursor {
  readonly snapshot: string;
  readonly until: string | null;
  readonly after: string;
}

/** A subscriber to events that had not been committed in `since`. */
export interface OutboxSubscriber {
  readonly id: string;
  readonly since: string;
}

/** An event of the outbox. */
export interface ReadEvent {
  readonly id: string;
  readonly event: string;
  readonly at: Date;
  readonly payload: string;
  readonly cause: EventCause | null;
  /** Ids of the subscribers that the event is for. */
  readonly subscribers: readonly string[];
}

interface PageRow {
  readonly seq: string;
  readonly bytes: number;
  /** `null` if none of the row's events match. */
  readonly id: string | null;
  readonly event: string;
  readonly at: Date;
  readonly payload: string;
  readonly cause: string | null;
  readonly subscribers: readonly string[];
}

/** Bytes of the outbox that are read at once. */
const pageBytes = 1_048_576;

/** SQL: whether a row of the outbox was written by a transaction that had not ended in a snapshot. */
export const isWrittenSinceSql = (row: string, since: string): string =>
  `${row}.written_by >= pg_snapshot_xmin(${since}) and not pg_visible_in_snapshot(${row}.written_by, ${since})`;

/** SQL: whether an organization has written events since a snapshot. The transaction must be allowed to look up the outbox. */
export const hasNewEventsSql = (organization: string, since: string): string =>
  `exists (select from outbox o where o.organization_id = ${organization} and ${isWrittenSinceSql('o', since)})`;

/**
 * SQL: the age in seconds of the first event that had not been committed in `since`; no row if there is none. Transaction ids are
 * increasing.
 */
export const outboxLagSql = (organization: string, since: string): string =>
  `select greatest(0, extract(epoch from now() - o.created_at)) from outbox o
   where o.organization_id = ${organization} and ${isWrittenSinceSql('o', since)} order by o.written_by limit 1`;

/** Returns the starting position of a new reader. */
export async function outboxNow(client: Queryable): Promise<string> {
  const { rows } = await client.query<{ now: string }>('select pg_current_snapshot()::text as now');
  return rows[0]!.now;
}

/** Returns the next events with these names, from about a megabyte of the outbox, and the cursor after them. */
export async function readOutbox(
  client: Queryable,
  organizationId: string,
  { snapshot, until: begun, after }: OutboxCursor,
  { names, subscribers }: { readonly names: readonly string[]; readonly subscribers: readonly OutboxSubscriber[] },
): Promise<{ readonly events: readonly ReadEvent[]; readonly next: OutboxCursor }> {
  const until = begun ?? (await outboxNow(client));
  const { rows } = await client.query<PageRow>({
    name: 'outbox-read',
    text: `with part as (
        select * from (
          select o.seq, o.events, o.created_at, o.written_by, sum(octet_length(o.events)) over (order by o.seq) as bytes from outbox o
          where o.organization_id = $1 and ${isWrittenSinceSql('o', '$2::pg_snapshot')}
            and pg_visible_in_snapshot(o.written_by, $3::pg_snapshot) and o.seq > $4
        ) rows where bytes - octet_length(events) < $5)
      select p.seq, p.bytes::int, e.id, e.event, p.created_at as at, e.payload, e.cause, array(
          select s.id from unnest($7::text[], $8::text[]) s (id, since)
          where not pg_visible_in_snapshot(p.written_by, s.since::pg_snapshot)) as subscribers
      from part p left join lateral (
        select place, told ->> 'id' as id, told ->> 'event' as event, (told -> 'payload')::text as payload, (told -> 'cause')::text as cause
        from json_array_elements(p.events::json) with ordinality as t (told, place) where told ->> 'event' = any($6)
      ) e on true
      order by p.seq, e.place`,
    values: [
      ...[organizationId, snapshot, until, after, pageBytes, names],
      ...[subscribers.map(({ id }) => id), subscribers.map(({ since }) => since)],
    ],
  });
  const events = rows.flatMap(({ id, event, at, payload, cause, subscribers: readers }) =>
    id === null
      ? []
      : [
          {
            id,
            event,
            at,
            payload,
            cause: cause === null ? null : (JSON.parse(cause) as EventCause),
            subscribers: readers,
          },
        ],
  );
  const last = rows.at(-1);
  const isFull = last !== undefined && last.bytes >= pageBytes;
  return {
    events,
    next: isFull ? { snapshot, until, after: last.seq } : { snapshot: until, until: null, after: '0' },
  };
}
