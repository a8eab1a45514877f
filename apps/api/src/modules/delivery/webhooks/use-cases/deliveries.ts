import { Injectable } from '@nestjs/common';

import { type AuditEntry, byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { newId, type Queryable, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError, notFound, type Page, type PageQuery, stringifyJson } from '../../../../platform/http/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { deliveryLimits } from '../domain/delivery-limits.js';
import type { Delivery } from '../domain/delivery.js';
import { envelope, eventIdOf } from '../domain/envelope.js';
import { assertMayRead } from '../domain/event-permissions.js';
import { deliveryAttempts } from '../domain/retry-schedule.js';
import { simulatedEvent } from '../domain/simulated-event.js';
import { samplePayload } from '../domain/sample-payload.js';
import type { SigningWebhook } from '../domain/webhook.js';
import { isSubscribed, webhookEvents } from '../domain/webhook-events.js';
import {
  type DeliveryFilter,
  type DeliveryScope,
  findDelivery,
  insertDeliveries,
  insertSentDelivery,
  listDeliveries,
  requeueDelivery,
} from '../persistence/delivery-store.js';
import { findSharedWebhooks } from '../persistence/shared-webhooks.js';
import { WebhookStore } from '../persistence/webhook-store.js';
import { SendDelivery } from './send-delivery.js';

/** What was sent to a webhook, and what somebody wants sent. */
@Injectable()
export class Deliveries {
  /** Webhooks that are being tested: a request waits with each. */
  private readonly testing = new Set<string>();

  constructor(
    private readonly database: TenantDatabase,
    private readonly store: WebhookStore,
    private readonly sending: SendDelivery,
  ) {}

  /** The newest first; of a webhook of the parent those of own events. Throws 404 and the 400s of paging. */
  async list(organizationId: string, webhookId: string, query: PageQuery & DeliveryFilter): Promise<Page<Delivery>> {
    const client = this.database.forOrganization(organizationId);
    return listDeliveries(client, await this.scopeOf(client, organizationId, webhookId), query);
  }

  /**
   * One with what is sent, for who may read what its event tells; the trail tells who read it. Throws 404, and 403 for others.
   */
  read(
    principal: Principal,
    webhookId: string,
    id: string,
  ): Promise<{ readonly delivery: Delivery; readonly sentBody: string }> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      const found = await findDelivery(client, await this.scopeOf(client, organizationId, webhookId), id);
      if (!found) throw notFound('Delivery');
      const { event } = found.delivery;
      assertMayRead(principal, event);
      const summary = `${event} read as it is sent to the webhook`;
      const entry = deliveryAuditEntry('webhook_delivery_read', webhookId, summary);
      await recordAudit(client, byPrincipal(principal), [{ ...entry, relatedIds: { deliveryId: id } }]);
      return found;
    });
  }

  /**
   * Lets one be sent once more, whatever became of it. Throws 404, 403 `SHARED_RESOURCE_READ_ONLY` for a webhook of the parent, and 409
   * `INVALID_STATUS_TRANSITION` for one that is off.
   */
  redeliver(principal: Principal, webhookId: string, id: string): Promise<Delivery> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      await this.requireOn(client, organizationId, webhookId);
      const delivery = await requeueDelivery(client, organizationId, webhookId, id, deliveryAttempts);
      if (!delivery) throw notFound('Delivery');
      const summary = `${delivery.event} is sent to the webhook again`;
      await recordAudit(client, byPrincipal(principal), [
        deliveryAuditEntry('webhook_redelivered', webhookId, summary),
      ]);
      return delivery;
    });
  }

  /**
   * Sends a sample, once and at once, also to a webhook that is off; how it went does not count as how the webhook does. Throws
   * 404, 403 `SHARED_RESOURCE_READ_ONLY`, and 409 `JOB_IN_PROGRESS` where a test of it is under way.
   */
  async test(principal: Principal, webhookId: string, event: string | undefined): Promise<Delivery> {
    const { organizationId } = principal;
    const client = this.database.forOrganization(organizationId);
    const webhook = await this.store.findSigning(client, organizationId, webhookId);
    if (!webhook) throw await notOwnError(client, organizationId, webhookId);
    if (this.testing.has(webhookId))
      throw new ApiError('JOB_IN_PROGRESS', 'A test of this webhook waits for its answer; try again when it is over');
    this.testing.add(webhookId);
    try {
      return await this.tryOnce(principal, webhook, event ?? firstEvent(webhook));
    } finally {
      this.testing.delete(webhookId);
    }
  }

  /**
   * Has a webhook sent something in the transaction that wants it, whatever events it names; `id` is that of the delivery's event. Throws
   * 404, and 409 `INVALID_STATUS_TRANSITION` for a webhook that is off.
   */
  async enqueue(
    client: Transaction,
    organizationId: string,
    {
      webhookId,
      ...message
    }: { readonly webhookId: string; readonly id: string; readonly event: string; readonly payload: object },
  ): Promise<void> {
    await this.requireOn(client, organizationId, webhookId);
    const { id, event, payload } = message;
    const body = envelope({ id, event, at: new Date(), organizationId, payload: stringifyJson(payload) });
    const delivery = { webhookId, webhookOrganizationId: organizationId, eventId: eventIdOf(id), event, body };
    const isSent = this.sending.isSent((await this.store.findSigning(client, organizationId, webhookId))!);
    await insertDeliveries(client, organizationId, isSent ? 'pending' : 'simulated', [delivery]);
    if (!isSent) await writeEvents(client, [simulatedEvent(delivery)]);
  }

  private async requireOn(client: Queryable, organizationId: string, id: string): Promise<void> {
    const webhook = await this.store.find(client, organizationId, id);
    if (!webhook) throw await notOwnError(client, organizationId, id);
    if (!webhook.enabled || webhook.status !== 'active')
      throw new ApiError('INVALID_STATUS_TRANSITION', `The webhook ${webhook.name} is off, and is sent nothing`);
  }

  /** Of an own webhook all, of one of the parent those of own events. Throws 404. */
  private async scopeOf(client: Queryable, organizationId: string, webhookId: string): Promise<DeliveryScope> {
    if (await this.store.find(client, organizationId, webhookId)) return { organizationId, webhookId };
    const [shared] = await findSharedWebhooks(client, organizationId, webhookId);
    if (!shared) throw notFound('Webhook');
    return { organizationId: shared.organizationId, webhookId, eventOrganizationId: organizationId };
  }

  private async tryOnce(principal: Principal, webhook: SigningWebhook, event: string): Promise<Delivery> {
    const { organizationId } = principal;
    const id = newId();
    const payload = stringifyJson(samplePayload(event));
    const body = envelope({ id, event, at: new Date(), organizationId, payload });
    const delivery = {
      webhookId: webhook.id,
      webhookOrganizationId: organizationId,
      eventId: eventIdOf(id),
      event,
      body,
    };
    const timeoutMs = Math.min(webhook.timeoutMs, deliveryLimits.testMs);
    const outcome = this.sending.isSent(webhook)
      ? await this.sending.send(webhook, { ...delivery, attempt: 1 }, timeoutMs)
      : null;
    return this.database.transaction(organizationId, async (client) => {
      // It may have been deleted meanwhile, and its deliveries with it.
      if (!(await this.store.find(client, organizationId, webhook.id, 'locked'))) throw notFound('Webhook');
      const summary = `webhook ${webhook.name} tested with ${event}`;
      await recordAudit(client, byPrincipal(principal), [deliveryAuditEntry('webhook_tested', webhook.id, summary)]);
      if (!outcome) {
        await writeEvents(client, [simulatedEvent(delivery)]);
        return insertSentDelivery(client, delivery, 'simulated', []);
      }
      const status = outcome.isSuccess ? 'delivered' : 'failed';
      return insertSentDelivery(client, delivery, status, [outcome.attempt]);
    });
  }
}

/** What is sent is up to the parent, although its child sees the webhook. */
async function notOwnError(client: Queryable, organizationId: string, id: string): Promise<ApiError> {
  if ((await findSharedWebhooks(client, organizationId, id)).length === 0) return notFound('Webhook');
  return new ApiError('SHARED_RESOURCE_READ_ONLY', 'The parent organization owns this record');
}

/** The first event that the webhook is sent. */
const firstEvent = ({ events }: SigningWebhook): string =>
  webhookEvents.find(({ name }) => isSubscribed(events, name))!.name;

const deliveryAuditEntry = (event: string, webhookId: string, summary: string): AuditEntry => ({
  event,
  resourceType: 'webhook',
  resourceId: webhookId,
  summary,
});
