import { setTimeout as delay } from 'node:timers/promises';

import { Injectable, Logger } from '@nestjs/common';

import { ActorScopes } from '../../../../platform/auth/index.js';
import {
  InjectPgPool,
  inTransaction,
  type PgPool,
  TenantDatabase,
  type Transaction,
} from '../../../../platform/database/index.js';
import { Metrics } from '../../../../platform/metrics/index.js';
import { PeriodicTask, PeriodicJob } from '../../../../platform/periodic-task.js';

import { deliveryLimits } from '../domain/delivery-limits.js';
import { mayReceive } from '../domain/event-permissions.js';
import { ConcurrencyLimiter } from '../domain/concurrency-limiter.js';
import type { SigningWebhook } from '../domain/webhook.js';
import {
  type DueWebhook,
  endDueDeliveries,
  findDueWebhooks,
  leaseDeliveries,
  lockDeliveryQuery,
} from '../persistence/delivery-queue.js';
import { WebhookStore } from '../persistence/webhook-store.js';
import { AnyWebhook } from './any-webhook.js';
import { AttemptDelivery, type LeasedWork } from './attempt-delivery.js';

/** Sends deliveries that are due. Any number of processes do so: each takes others, and takes over those of one that died. */
@Injectable()
export class DeliverDue extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'webhooks',
    'deliveries were not sent',
    deliveryLimits.lookMs,
    () => this.deliverDue(),
  );
  private readonly logger = new Logger('webhooks');
  private readonly limiter = new ConcurrencyLimiter();
  private readonly inFlight = new Set<Promise<void>>();

  constructor(
    private readonly database: TenantDatabase,
    @InjectPgPool() private readonly pool: PgPool,
    private readonly store: WebhookStore,
    private readonly attempting: AttemptDelivery,
    private readonly webhooks: AnyWebhook,
    private readonly rights: ActorScopes,
    metrics: Metrics,
  ) {
    super();
    metrics.addGauge({
      name: 'tamis_webhook_requests',
      help: 'Requests to webhooks that are under way',
      read: () => this.limiter.inUse,
    });
  }

  /** Resolves when everything that is due, and for which there is a place, has been begun. */
  async deliverDue(): Promise<void> {
    if (!(await this.webhooks.exists())) return;
    const due = await inTransaction(this.pool, null, async (client) => {
      await client.allowLookup('webhooks');
      return findDueWebhooks(client);
    });
    for (const webhook of due) {
      if (this.task.isStopped) return;
      for (const taken of await this.leaseFor(webhook, this.limiter.available(webhook))) this.start(webhook, taken);
    }
  }

  /** Waits for receivers to answer, but not for long: what was not settled is sent again by whoever comes next. */
  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    const patience = new AbortController();
    const late = delay(deliveryLimits.stopMs, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([Promise.allSettled(this.inFlight), late]);
    patience.abort();
  }

  private start(webhook: DueWebhook, taken: LeasedWork): void {
    const giveBack = this.limiter.acquire(webhook);
    const work = this.sendInSequence(webhook, taken)
      .catch((error: unknown) => this.logger.warn(`what became of a delivery was not written down: ${String(error)}`))
      .finally(() => {
        giveBack();
        this.inFlight.delete(work);
      });
    this.inFlight.add(work);
  }

  private async sendInSequence(webhook: DueWebhook, first: LeasedWork): Promise<void> {
    let taken: LeasedWork | undefined = first;
    while (taken) {
      await this.attempting.attempt(taken);
      [taken] = this.task.isStopped ? [] : await this.leaseFor(webhook, 1);
    }
  }

  private async leaseFor(due: DueWebhook, most: number): Promise<readonly LeasedWork[]> {
    if (most === 0) return [];
    return this.database.transaction(due.organizationId, async (client) => {
      client.enqueue(lockDeliveryQuery(due));
      const webhook = await this.store.findSigning(client, due.organizationId, due.webhookId);
      return webhook ? this.lease(client, due, webhook, most) : [];
    });
  }

  private async lease(
    client: Transaction,
    due: DueWebhook,
    webhook: SigningWebhook,
    most: number,
  ): Promise<readonly LeasedWork[]> {
    if (!webhook.enabled || webhook.status !== 'active') {
      const at = new Date().toISOString();
      await endDueDeliveries(client, due, {
        at,
        statusCode: null,
        durationMs: 0,
        error: 'not sent: the webhook is disabled',
      });
      return [];
    }
    const leaseMs = webhook.timeoutMs + deliveryLimits.leaseMs;
    const leased = await leaseDeliveries(client, due, { most, leaseMs });
    const scopes = await this.rights.find(client, webhook.organizationId, webhook.authorizedBy);
    return leased.map((delivery) => ({ webhook, delivery, isReadable: mayReceive(scopes, delivery.event) }));
  }
}
