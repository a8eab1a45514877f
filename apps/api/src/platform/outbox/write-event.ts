import { jsonTexts, jsonTextsSql, newId, sendAhead, type TransactionClient } from '../database/index.js';
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
export const outboxParameters = 4;

/** SQL that writes any number of events, for a statement that does more. Its parameters begin at `$first`. */
export const outboxInsertText = (first: number): string =>
  `insert into outbox (organization_id, id, event, payload)
     select * from unnest($${first}::uuid[], $${first + 1}::uuid[], $${first + 2}::text[], ${jsonTextsSql(`$${first + 3}`)}::json[])`;

/** The parameters of `outboxInsertText`. */
export const outboxValues = (events: readonly OutboxEvent[]): readonly unknown[] => [
  events.map(({ organizationId }) => organizationId),
  events.map(() => newId()),
  events.map(({ event }) => event),
  jsonTexts(events.map(({ payload }) => stringifyJson(payload))),
];

/**
 * Writes events in the transaction that makes them true: what is committed is announced, what is rolled back never was. The transaction
 * throws what is wrong with them.
 */
export async function writeEvents(client: TransactionClient, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length === 0) return;
  await sendAhead(client, { name: 'outbox-insert', text: outboxInsertText(1), values: [...outboxValues(events)] });
}
