import { joinJsonTexts, splitJsonTextsSql, newId, type Transaction } from '../database/index.js';
import { stringifyJson } from '../http/index.js';
import { maskAccountNumbers } from '../secrets/account-number-cipher.js';
import { currentCause, type EventCause } from './event-cause.js';

/** Something that happened and is to be announced. */
export interface OutboxEvent {
  readonly organizationId: string;
  /** `security.member.environment_changed` */
  readonly event: string;
  /** The inner payload of the event. `RawJson` in it is written as it is. */
  readonly payload: object;
  /** Absent: that of the work that is under way; null: none. */
  readonly cause?: EventCause | null | undefined;
}

/** How many parameters `outboxInsertText` has. */
export const outboxParameterCount = 3;

/** Events of one row at most. */
export const maxEventsPerRow = 100;

/** SQL that writes any number of events, for a statement that does more. Its parameters begin at `$first`. */
export const outboxInsertText = (first: number): string =>
  `insert into outbox (organization_id, id, events)
     select * from unnest($${first}::uuid[], $${first + 1}::uuid[], ${splitJsonTextsSql(`$${first + 2}`)})`;

/** SQL that writes rows which a query makes: their organization, their id, and as JSON text their events with an id each. */
export const outboxInsertFrom = (query: string): string => `insert into outbox (organization_id, id, events) ${query}`;

/** Events of one organization as a row holds them, without account numbers: nobody knows who will read them; the view `outbox_events` takes them apart. `id`: of the first. */
function packEvents(events: readonly Omit<OutboxEvent, 'organizationId'>[], id: string): string {
  const parts: string[] = [];
  const around = currentCause();
  for (const { event, payload, cause = around } of events) {
    const isFirst = parts.length === 0;
    const head = isFirst ? `[{"id":"${id}` : `},{"id":"${newId()}`;
    parts.push(head, `","event":${JSON.stringify(event)},"payload":`, maskAccountNumbers(stringifyJson(payload)));
    if (cause) parts.push(`,"cause":${JSON.stringify(cause)}`);
  }
  // Put together in one go: what is written piece by piece is copied again when it is sent.
  return [...parts, '}]'].join('');
}

/** The parameters of `outboxInsertText`. */
export function outboxValues(events: readonly OutboxEvent[]): readonly unknown[] {
  const rows: OutboxEvent[][] = [];
  for (const event of events) {
    const row = rows.at(-1);
    if (row && row.length < maxEventsPerRow && row[0]!.organizationId === event.organizationId) row.push(event);
    else rows.push([event]);
  }
  const ids = rows.map(() => newId());
  return [
    rows.map(([first]) => first!.organizationId),
    ids,
    joinJsonTexts(rows.map((row, place) => packEvents(row, ids[place]!))),
  ];
}

/**
 * Writes events in the transaction that makes them true: what is committed is announced, what is rolled back never was. The transaction
 * throws what is wrong with them.
 */
export async function writeEvents(client: Transaction, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length === 0) return;
  client.enqueue({
    name: 'outbox-insert',
    text: outboxInsertText(1),
    values: [...outboxValues(events)],
  });
}
