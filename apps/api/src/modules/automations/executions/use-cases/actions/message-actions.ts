import { Injectable } from '@nestjs/common';

import { isEmail } from 'class-validator';

import { newId } from '../../../../../platform/database/index.js';
import { ApiError } from '../../../../../platform/http/index.js';
import { enqueueEmails } from '../../../../../platform/mail/index.js';
import { writeEvents } from '../../../../../platform/outbox/index.js';
import { Deliveries } from '../../../../delivery/webhooks/index.js';
import { findRecipients, notificationEvents } from '../../../../tenancy/members/index.js';
import type { SendEmailConfig, SendNotificationConfig, SendWebhookConfig } from '../../../definitions/index.js';
import type { ActionContext, ActionResult } from './action-context.js';

/** Seconds for which sending an email is retried. */
const lifeSeconds = 24 * 60 * 60;

/** Actions that notify people and other systems. */
@Injectable()
export class MessageActions {
  constructor(private readonly deliveries: Deliveries) {}

  /** Creates an ordinary delivery: signed, retried if it fails, and only recorded in a sandbox. */
  async sendWebhook(context: ActionContext, { webhookId, payload }: SendWebhookConfig): Promise<ActionResult> {
    const { client, principal, data, executionId, nodeId, trigger } = context;
    const { organizationId, actor } = principal;
    const id = newId();
    const automation = { automationId: actor.id, executionId, nodeId, trigger: trigger.type };
    const message = { ...automation, data: payload ?? data };
    await this.deliveries.enqueue(client, organizationId, {
      webhookId,
      id,
      event: 'automation.message',
      payload: message,
    });
    return { eventId: `evt_${id}` };
  }

  /** Sends a separate email to each recipient, so that none of them sees the others. Sandboxes send none. */
  sendEmail({ client, principal, executionId }: ActionContext, config: SendEmailConfig): Promise<ActionResult> {
    const recipients = [...new Set(config.to.map((address) => address.trim().toLowerCase()))];
    const wrong = recipients.find((address) => !isEmail(address));
    if (wrong !== undefined)
      throw new ApiError('VALIDATION_ERROR', `${JSON.stringify(wrong)} is not an email address`, {
        to: 'contains an invalid address',
      });
    const { subject, body } = config;
    const { organizationId } = principal;
    const event = 'mail.automation';
    enqueueEmails(
      client,
      recipients.map((recipient) => ({
        ...{ organizationId, event, recipient, lifeSeconds },
        payload: { subject: subject.replace(/\s+/g, ' '), body, executionId },
      })),
    );
    return Promise.resolve({ recipients: recipients.length });
  }

  async sendNotification({ client, principal }: ActionContext, config: SendNotificationConfig): Promise<ActionResult> {
    const { organizationId, actor } = principal;
    const { recipients: names, title, body = '' } = config;
    const found = await findRecipients(client, organizationId, names ?? 'owners');
    if (found.length === 0) throw new ApiError('NOT_FOUND', 'There is no such active member to notify');
    const notification = { title, body, link: `/automations/${actor.id}` };
    await writeEvents(client, notificationEvents(organizationId, found, notification));
    return { recipients: found.map(({ userId }) => userId) };
  }
}
