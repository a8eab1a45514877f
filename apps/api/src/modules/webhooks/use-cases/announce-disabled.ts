import { bySystem, recordAudit } from '../../../platform/audit/index.js';
import { newId, type TransactionClient } from '../../../platform/database/index.js';
import { type OutboxEvent, writeEvents } from '../../../platform/outbox/index.js';
import { findRecipients } from '../../members/index.js';

/** A webhook that was switched off, and since when it only failed. */
export interface DisabledWebhook {
  readonly organizationId: string;
  readonly webhookId: string;
  readonly name: string;
  readonly since: Date;
  /** Its receiver said that it is gone. */
  readonly isGone: boolean;
}

/** Tells that a webhook was switched off: other webhooks, the owners of the account where they are signed in and by letter, and the audit trail. */
export async function announceDisabled(client: TransactionClient, disabled: DisabledWebhook): Promise<void> {
  const { organizationId, webhookId, name, since } = disabled;
  const owners = await findRecipients(client, organizationId, 'owners');
  const payload = { webhookId, name, since: since.toISOString() };
  await writeEvents(client, [
    { organizationId, event: 'webhook.disabled', payload },
    ...owners.flatMap(({ userId, email }) => lettersTo(disabled, userId, email)),
  ]);
  await recordAudit(client, bySystem(organizationId, 'webhooks'), [
    {
      event: 'webhook_disabled',
      resourceType: 'webhook',
      resourceId: webhookId,
      summary: `webhook ${name} disabled`,
      changes: { status: { previous: 'active', current: 'disabled_by_failures' } },
      reason: reasonOf(disabled),
    },
  ]);
}

const reasonOf = ({ since, isGone }: DisabledWebhook): string =>
  isGone ? 'its receiver answered 410 Gone' : `nothing has come through since ${since.toISOString()}`;

function lettersTo(disabled: DisabledWebhook, userId: string, email: string): readonly OutboxEvent[] {
  const { organizationId, webhookId, name } = disabled;
  const message = {
    id: newId(),
    title: `Webhook ${name} was disabled`,
    body: `It is sent nothing any more: ${reasonOf(disabled)}. Enable it again when its receiver works.`,
    link: `/webhooks/${webhookId}`,
  };
  return [
    { organizationId, event: 'notification', payload: { userId, ...message } },
    { organizationId, event: 'mail.notification', payload: { to: email, ...message } },
  ];
}
