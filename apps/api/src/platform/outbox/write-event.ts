import { joinJsonTexts, splitJsonTextsSql, newId, type Transaction } from '../database/index.js';
import { stringifyJson } from '../http/index.js';
import { maskAccountNumbers } from '../secrets/account-number-cipher.js';
import { currentCause, type EventCause } from './event-cause.js';

/** An event to be announced. */
export interface OutboxEvent {
  readonly organizationId: string;
  /** `security.member.environment_changed` */
  readonly event: string;
  /** Inner payload of the event. A `RawJson` in it is written as it is. */
  readonly payload: object;
  /** If absent, the cause of the current work is used; `null` if there is none. */
  readonly cause?: EventCause | null | undefined;
}

/** Number of parameters of `outboxInsertText`. */
export const outboxParameterCount = 3;

/** Maximum number of events per row. */
export const maxEventsPerRow = 100;

/** Returns SQL that writes any number of events, for use in a larger statement. Its parameters begin at `$first`. */
export const outboxInsertText = (first: number): string =>
  `insert into outbox (organization_id, id, events)
     select * from unnest($${first}::uuid[], $${first + 1}::uuid[], ${splitJsonTextsSql(`$${first + 2}`)})`;

/** Returns SQL that writes the rows of a query: their organization, their id, and their events as JSON text, each with an id. */
export const outboxInsertFrom = (query: string): string => `insert into outbox (organization_id, id, events) ${query}`;

/**
 * Events of one organization as stored in one row, with masked account numbers because their readers are not known; the view
 * `outbox_events` expands them. `id`: of the first event.
 */
function packEvents(events: readonly Omit<OutboxEvent, 'organizationId'>[], id: string): string {
  const parts: string[] = [];
  const around = currentCause();
  for (const { event, payload, cause = around } of events) {
    const isFirst = parts.length === 0;
    const head = isFirst ? `[{"id":"${id}` : `},{"id":"${newId()}`;
    parts.push(head, `","event":${JSON.stringify(event)},"payload":`, maskAccountNumbers(stringifyJson(payload)));
    if (cause) parts.push(`,"cause":${JSON.stringify(cause)}`);
  }
  // Joined in one step: a string built piece by piece is copied again when it is sent.
  return [...parts, '}]'].join('');
}

/** Returns the parameters of `outboxInsertText`. */
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
 * Writes events in the transaction of the change they describe, so that they are announced if and only if it commits. If they cannot be
 * written, the transaction throws the error.
 */
export async function writeEvents(client: Transaction, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length === 0) return;
  client.enqueue({
    name: 'outbox-insert',
    text: outboxInsertText(1),
    values: [...outboxValues(events)],
  });
}
