import { newId, type Transaction } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { enqueueEmails } from '../../../../platform/mail/index.js';
import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import type { Recipient } from '../persistence/recipients.js';

/** What people are told: a line, a text, and where in the console it leads. It may name records besides. */
export interface Notification {
  readonly title: string;
  readonly body: string;
  readonly link: string;
}

/** What members are told where they are signed in; whoever writes these events tells them. */
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

/** Sends the same by email, to each address once. */
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
