import { newId, type TransactionClient } from '../database/index.js';
import type { SecretPlace, Secrets } from '../secrets/index.js';
import { type OutboxEvent, packedEvents } from './write-event.js';

/** Something to be sent to one person, who alone may read its secret. */
export interface Letter extends OutboxEvent {
  readonly secret: string;
}

/** Where the secret of a letter is sealed. */
export const letterPlace = (organizationId: string, id: string): SecretPlace => ({
  organizationId,
  table: 'outbox',
  rowId: id,
  field: 'secret',
});

/** As `writeEvents`, in a transaction of the letter's organization. Its secret stands nowhere else than sealed. */
export async function writeLetter(
  client: TransactionClient,
  secrets: Secrets,
  { organizationId, event, payload, secret }: Letter,
): Promise<void> {
  const id = newId();
  const sealed = await secrets.seal(client, letterPlace(organizationId, id), secret);
  await client.query('insert into outbox (organization_id, id, events, secret) values ($1, $2, $3, $4)', [
    organizationId,
    id,
    packedEvents([{ event, payload }], id),
    sealed,
  ]);
}
