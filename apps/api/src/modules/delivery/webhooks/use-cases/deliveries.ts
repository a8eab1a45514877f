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

/** Deliveries to webhooks, and deliveries that callers request. */
@Injectable()
export class Deliveries {
  /** Ids of webhooks that are being tested, each with a waiting request. */
  private readonly testing = new Set<string>();

  constructor(
    private readonly database: TenantDatabase,
    private readonly store: WebhookStore,
    private readonly sending: SendDelivery,
  ) {}

  /**
   * Lists deliveries, newest first; for a webhook of the parent, only those of own events. Throws 404, and 400 for invalid paging
   * parameters.
   */
  async list(organizationId: string, webhookId: string, query: PageQuery & DeliveryFilter): Promise<Page<Delivery>> {
    const client = this.database.forOrganization(organizationId);
    return listDeliveries(client, await this.scopeOf(client, organizationId, webhookId), query);
  }

  /**
   * Returns a delivery with its body, if the caller may read the contents of its event. The audit trail records who read it. Throws 404,
   * and 403 for other callers.
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
      const summary = `${event} read with the payload sent to the webhook`;
      const entry = deliveryAuditEntry('webhook_delivery_read', webhookId, summary);
      await recordAudit(client, byPrincipal(principal), [{ ...entry, relatedIds: { deliveryId: id } }]);
      return found;
    });
  }

  /**
   * Queues a delivery to be sent again, regardless of its result. Throws 404, 403 `SHARED_RESOURCE_READ_ONLY` for a webhook of the parent,
   * and 409 `INVALID_STATUS_TRANSITION` for a disabled one.
   */
  redeliver(principal: Principal, webhookId: string, id: string): Promise<Delivery> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      await this.requireOn(client, organizationId, webhookId);
      const delivery = await requeueDelivery(client, organizationId, webhookId, id, deliveryAttempts);
      if (!delivery) throw notFound('Delivery');
      const summary = `${delivery.event} is redelivered to the webhook`;
      await recordAudit(client, byPrincipal(principal), [
        deliveryAuditEntry('webhook_redelivered', webhookId, summary),
      ]);
      return delivery;
    });
  }

  /**
   * Sends a sample once and immediately, even to a disabled webhook. The result does not affect the webhook's state. Throws 404, 403
   * `SHARED_RESOURCE_READ_ONLY`, and 409 `JOB_IN_PROGRESS` if a test of it is in progress.
   */
  async test(principal: Principal, webhookId: string, event: string | undefined): Promise<Delivery> {
    const { organizationId } = principal;
    const client = this.database.forOrganization(organizationId);
    const webhook = await this.store.findSigning(client, organizationId, webhookId);
    if (!webhook) throw await notOwnError(client, organizationId, webhookId);
    if (this.testing.has(webhookId))
      throw new ApiError(
        'JOB_IN_PROGRESS',
        'A test of this webhook is still waiting for its response; try again when it has finished',
      );
    this.testing.add(webhookId);
    try {
      return await this.tryOnce(principal, webhook, event ?? firstEvent(webhook));
    } finally {
      this.testing.delete(webhookId);
    }
  }

  /**
   * Queues a delivery in the caller's transaction, regardless of the events the webhook subscribes to; `id` is the event id of the
   * delivery. Throws 404, and 409 `INVALID_STATUS_TRANSITION` for a disabled webhook.
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
      throw new ApiError('INVALID_STATUS_TRANSITION', `The webhook ${webhook.name} is disabled and receives nothing`);
  }

  /** Selects all deliveries of an own webhook, or those of own events for one of the parent. Throws 404. */
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
      // It may have been deleted meanwhile, together with its deliveries.
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

/** The parent decides what is sent, although its child can see the webhook. */
async function notOwnError(client: Queryable, organizationId: string, id: string): Promise<ApiError> {
  if ((await findSharedWebhooks(client, organizationId, id)).length === 0) return notFound('Webhook');
  return new ApiError('SHARED_RESOURCE_READ_ONLY', 'The parent organization owns this record');
}

/** Returns the first event that the webhook subscribes to. */
const firstEvent = ({ events }: SigningWebhook): string =>
  webhookEvents.find(({ name }) => isSubscribed(events, name))!.name;

const deliveryAuditEntry = (event: string, webhookId: string, summary: string): AuditEntry => ({
  event,
  resourceType: 'webhook',
  resourceId: webhookId,
  summary,
});
