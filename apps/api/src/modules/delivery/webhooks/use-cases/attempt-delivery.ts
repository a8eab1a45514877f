import { Injectable, Logger } from '@nestjs/common';
import { type Transaction } from '../../../../platform/database/index.js';
import { Metrics } from '../../../../platform/metrics/index.js';
import { deliveryLimits } from '../domain/delivery-limits.js';
import type { DeliveryAttempt, DeliveryStatus } from '../domain/delivery.js';
import { deliveryAttempts, retryAt } from '../domain/retry-schedule.js';
import type { SigningWebhook } from '../domain/webhook.js';
import {
  disableWebhook,
  type DeliveryResult,
  type LeasedDelivery,
  type SentDelivery,
  settleDeliveries,
  type WebhookKey,
} from '../persistence/delivery-queue.js';
import { refreshSharedWebhook } from '../persistence/shared-webhooks.js';
import { WebhookStore } from '../persistence/webhook-store.js';
import { SendDelivery, type SendOutcome } from './send-delivery.js';
import { bySystem, recordAudit } from '../../../../platform/audit/index.js';
import { EventReaders, writeEvents } from '../../../../platform/outbox/index.js';
import {
  enqueueNotificationEmails,
  findRecipients,
  type Notification,
  notificationEvents,
} from '../../../tenancy/members/index.js';

/** A webhook that was disabled, and since when all its deliveries failed. */
interface DisabledWebhook {
  readonly organizationId: string;
  readonly webhookId: string;
  readonly name: string;
  readonly since: Date;
  /** Whether its receiver responded that it no longer exists. */
  readonly isGone: boolean;
}

/**
 * Announces that a webhook was disabled: to other webhooks, to the owners of the account in the application and by email, and in the audit
 * trail.
 */
async function announceDisabled(client: Transaction, disabled: DisabledWebhook): Promise<void> {
  const { organizationId, webhookId, name, since } = disabled;
  const owners = await findRecipients(client, organizationId, 'owners');
  const payload = { webhookId, name, since: since.toISOString() };
  const notification = notificationOf(disabled);
  await writeEvents(client, [
    { organizationId, event: 'webhook.disabled', payload },
    ...notificationEvents(organizationId, owners, notification),
  ]);
  const addresses = owners.map(({ email }) => email);
  enqueueNotificationEmails(client, organizationId, addresses, notification);
  await recordAudit(client, bySystem(organizationId, 'webhooks'), [
    {
      event: 'webhook_disabled',
      resourceType: 'webhook',
      resourceId: webhookId,
      summary: `webhook ${name} disabled`,
      changes: { status: { previous: 'active', current: 'disabled_by_failures' } },
      reason: disabledReason(disabled),
    },
  ]);
}

const disabledReason = ({ since, isGone }: DisabledWebhook): string =>
  isGone ? 'its receiver responded with 410 Gone' : `no delivery has succeeded since ${since.toISOString()}`;

const notificationOf = (disabled: DisabledWebhook): Notification => ({
  title: `Webhook ${disabled.name} was disabled`,
  body: `Nothing more is sent to it: ${disabledReason(disabled)}. Enable it again once its receiver works.`,
  link: `/webhooks/${disabled.webhookId}`,
});

const goneStatus = 410;

/** A delivery that this process sends, with its webhook. */
export interface LeasedWork {
  readonly webhook: SigningWebhook;
  readonly delivery: LeasedDelivery;
  /** Whether the actor behind the webhook may still read the event. */
  readonly isReadable: boolean;
}

/** Result of a delivery that was sent. */
export interface AttemptResult extends DeliveryResult {
  readonly status: Exclude<DeliveryStatus, 'pending' | 'simulated'>;
}

/** Result of a leased delivery. */
export interface AttemptedDelivery extends SentDelivery {
  readonly result: AttemptResult;
}

/** Makes one attempt at a delivery, and records the result for it and its webhook. */
@Injectable()
export class AttemptDelivery {
  private readonly logger = new Logger('webhooks');
  private readonly counts: Record<AttemptResult['status'], number> = { delivered: 0, failed: 0, exhausted: 0 };

  constructor(
    private readonly sending: SendDelivery,
    private readonly store: WebhookStore,
    private readonly readers: EventReaders,
    metrics: Metrics,
  ) {
    metrics.addCounter({
      name: 'tamis_webhook_attempts_total',
      help: 'Delivery attempts to webhooks, by the state of the delivery afterwards',
      label: 'status',
      read: () => ({ ...this.counts }),
    });
  }

  async attempt(work: LeasedWork): Promise<AttemptedDelivery> {
    return { delivery: work.delivery, result: await this.sendOnce(work) };
  }

  private async sendOnce({ webhook, delivery, isReadable }: LeasedWork): Promise<AttemptResult> {
    const before = [...delivery.attempts, ...lostAttempt(delivery)];
    // The process that made the last attempt never reported a result.
    if (delivery.attempt > deliveryAttempts)
      return { status: 'exhausted', attempts: before, nextAttemptAt: null, statusCode: null };
    if (!isReadable)
      return {
        status: 'exhausted',
        attempts: [...before, withheldAttempt(delivery)],
        nextAttemptAt: null,
        statusCode: null,
      };
    const outcome = await this.sending.send(webhook, delivery);
    return { ...nextState(outcome, delivery.attempt), attempts: [...before, outcome.attempt] };
  }

  /**
   * Records the results of one webhook's deliveries in the order in which they ended, and returns those that were recorded. The others have
   * been leased by another process.
   */
  async settle(
    client: Transaction,
    webhook: WebhookKey,
    attempted: readonly AttemptedDelivery[],
  ): Promise<readonly AttemptedDelivery[]> {
    const settled = await settleDeliveries(client, webhook, attempted);
    if (settled === null) return [];
    const own = attempted.filter(({ delivery }) => settled.ids.includes(delivery.id));
    const isGone = own.some(({ result }) => result.statusCode === goneStatus);
    // Another delivery at the same moment may have succeeded, but a receiver that says it is gone is believed.
    const since = settled.failingSince ?? (isGone ? new Date() : null);
    if (since !== null && (isGone || Date.now() - since.getTime() >= deliveryLimits.failingMs)) {
      const isDisabled = await disableWebhook(client, webhook);
      if (isDisabled) await this.announceDisabled(client, webhook, { since, isGone });
    }
    await this.tell(client, webhook, own);
    return own;
  }

  /** Notifies sockets subscribed to the webhook of each result, without the content that was sent. */
  private async tell(
    client: Transaction,
    { organizationId, webhookId }: WebhookKey,
    own: readonly AttemptedDelivery[],
  ) {
    if (own.length === 0 || !(await this.readers.isReadBy('sockets', client, organizationId))) return;
    await writeEvents(
      client,
      own.map(({ delivery: { id: deliveryId, event, attempt }, result: { status, statusCode, nextAttemptAt } }) => ({
        organizationId,
        event: 'webhook:delivery',
        payload: {
          webhookId,
          deliveryId,
          event,
          attempt,
          status,
          statusCode,
          nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
        },
      })),
    );
  }

  /** Must be called once their transaction is committed. */
  count(settled: readonly AttemptedDelivery[]): void {
    for (const { result } of settled) this.counts[result.status] += 1;
  }

  private async announceDisabled(
    client: Transaction,
    { organizationId, webhookId }: WebhookKey,
    disabled: { readonly since: Date; readonly isGone: boolean },
  ): Promise<void> {
    const webhook = (await this.store.find(client, organizationId, webhookId))!;
    await refreshSharedWebhook(client, webhook);
    await announceDisabled(client, { organizationId, webhookId, name: webhook.name, ...disabled });
    this.logger.warn(
      `webhook ${webhookId} of ${organizationId} was disabled: ${disabled.isGone ? 'it answered 410' : 'it only failed'}`,
    );
  }
}

/** Attempt in which nothing was sent, because the actor behind the webhook may no longer read the event. */
const withheldAttempt = ({ event }: LeasedDelivery): DeliveryAttempt => ({
  at: new Date().toISOString(),
  statusCode: null,
  durationMs: 0,
  error: `not sent: the owner of the webhook may no longer read ${event}`,
});

/** What is known about an attempt whose process never reported a result. */
const lostAttempt = ({ lostAt }: LeasedDelivery): readonly DeliveryAttempt[] =>
  lostAt === null
    ? []
    : [
        {
          at: lostAt.toISOString(),
          statusCode: null,
          durationMs: 0,
          error: 'the server stopped before the response arrived',
        },
      ];

function nextState(
  { attempt: { at, statusCode }, isSuccess, retryAfter }: SendOutcome,
  attempt: number,
): Omit<AttemptResult, 'attempts'> {
  if (isSuccess) return { status: 'delivered', nextAttemptAt: null, statusCode };
  if (statusCode === goneStatus) return { status: 'failed', nextAttemptAt: null, statusCode };
  const nextAttemptAt = retryAt({ attempt, at: new Date(at), statusCode, retryAfter }, Math.random());
  return { status: nextAttemptAt === null ? 'exhausted' : 'failed', nextAttemptAt, statusCode };
}
