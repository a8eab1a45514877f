import { newId, type Transaction } from '../database/index.js';
import type { SecretLocation, Secrets } from '../secrets/index.js';
import { type OutboxEvent, packEvents } from './write-event.js';

/** Something to be sent to one person, who alone may read its secret. */
export interface OutboxEmail extends OutboxEvent {
  readonly secret: string;
}

/** Where the secret of a letter is sealed. */
export const emailSecretLocation = (organizationId: string, id: string): SecretLocation => ({
  organizationId,
  table: 'outbox',
  rowId: id,
  field: 'secret',
});

/** As `writeEvents`, in a transaction of the letter's organization. Its secret stands nowhere else than sealed. */
export async function writeEmail(
  client: Transaction,
  secrets: Secrets,
  { organizationId, event, payload, secret }: OutboxEmail,
): Promise<void> {
  const id = newId();
  const sealed = await secrets.seal(client, emailSecretLocation(organizationId, id), secret);
  await client.query('insert into outbox (organization_id, id, events, secret) values ($1, $2, $3, $4)', [
    organizationId,
    id,
    packEvents([{ event, payload }], id),
    sealed,
  ]);
}
