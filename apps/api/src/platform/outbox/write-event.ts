import { newId, type TransactionClient } from '../database/index.js';

/** Something that happened and is to be announced. */
export interface OutboxEvent {
  readonly organizationId: string;
  /** `security.member.environment_changed` */
  readonly event: string;
  /** The inner payload of the event. */
  readonly payload: object;
}

/** Writes events in the transaction that makes them true: what is committed is announced, what is rolled back never was. */
export async function writeEvents(client: TransactionClient, events: readonly OutboxEvent[]): Promise<void> {
  for (const { organizationId, event, payload } of events) {
    await client.query({
      name: 'outbox-insert',
      text: 'insert into outbox (organization_id, id, event, payload) values ($1, $2, $3, $4)',
      values: [organizationId, newId(), event, JSON.stringify(payload)],
    });
  }
}
