import { newId, type Transaction } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { enqueueEmails } from '../../../../platform/mail/index.js';
import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import type { Recipient } from '../persistence/recipients.js';

/** A notification for people: a title, a text, and the page of the console it links to. It may also name records. */
export interface Notification {
  readonly title: string;
  readonly body: string;
  readonly link: string;
}

/** Returns the events that notify members in the application; the caller has to write them. */
export const notificationEvents = (
  organizationId: string,
  members: readonly Pick<Recipient, 'userId'>[],
  notification: Notification,
): readonly OutboxEvent[] =>
  members.map(({ userId }) => ({
    organizationId,
    event: 'notification',
    payload: { userId, id: newId(), ...notification },
  }));

/** Sends the same by email, once to each address. */
export function enqueueNotificationEmails(
  client: Transaction,
  organizationId: string,
  addresses: readonly string[],
  notification: Notification,
): void {
  const recipients = new Set(addresses.map((address) => address.toLowerCase()));
  enqueueEmails(
    client,
    [...recipients].map((recipient) => ({
      ...{ organizationId, event: 'mail.notification', recipient, payload: notification },
      lifeSeconds: limits.notificationLifeSeconds,
    })),
  );
}
