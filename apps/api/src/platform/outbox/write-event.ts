import { joinJsonTexts, splitJsonTextsSql, newId, type Transaction } from '../database/index.js';
import { stringifyJson } from '../http/index.js';

/** Something that happened and is to be announced. */
export interface OutboxEvent {
  readonly organizationId: string;
  /** `security.member.environment_changed` */
  readonly event: string;
  /** The inner payload of the event. `RawJson` in it is written as it is. */
  readonly payload: object;
}

/** How many parameters `outboxInsertText` has. */
export const outboxParameterCount = 3;

/** Events of one row at most. */
export const maxEventsPerRow = 100;

/** SQL that writes any number of events, for a statement that does more. Its parameters begin at `$first`. */
export const outboxInsertText = (first: number): string =>
  `insert into outbox (organization_id, id, events)
     select * from unnest($${first}::uuid[], $${first + 1}::uuid[], ${splitJsonTextsSql(`$${first + 2}`)})`;

/** Events of one organization as a row holds them; the view `outbox_events` takes them apart. `id`: of the first. */
export function packEvents(events: readonly Omit<OutboxEvent, 'organizationId'>[], id: string): string {
  const parts: string[] = [];
  for (const { event, payload } of events) {
    const isFirst = parts.length === 0;
    const head = isFirst ? `[{"id":"${id}` : `},{"id":"${newId()}`;
    parts.push(head, `","event":${JSON.stringify(event)},"payload":`, stringifyJson(payload));
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
