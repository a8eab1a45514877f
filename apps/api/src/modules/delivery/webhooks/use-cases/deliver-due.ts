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
import { aloneOnFailure, Batcher } from '../../../../platform/batcher.js';
import { Metrics } from '../../../../platform/metrics/index.js';
import { PeriodicTask, PeriodicJob } from '../../../../platform/periodic-task.js';

import { deliveryLimits } from '../domain/delivery-limits.js';
import { mayReceive } from '../domain/event-permissions.js';
import { ConcurrencyLimiter } from '../domain/concurrency-limiter.js';
import {
  type DueWebhook,
  endDueDeliveries,
  findDueWebhooks,
  leaseDeliveries,
  lockDeliveryQuery,
  type WebhookKey,
} from '../persistence/delivery-queue.js';
import { WebhookStore } from '../persistence/webhook-store.js';
import { AnyWebhook } from './fan-out.js';
import { AttemptDelivery, type AttemptedDelivery, type LeasedWork } from './attempt-delivery.js';

/**
 * Sends due deliveries. Any number of processes may do so: each takes different deliveries, and takes over those of a process that died.
 */
@Injectable()
export class DeliverDue extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'webhooks',
    'sending deliveries failed',
    deliveryLimits.lookMs,
    () => this.deliverDue(),
  );
  private readonly logger = new Logger('webhooks');
  private readonly limiter = new ConcurrencyLimiter();
  private readonly inFlight = new Set<Promise<void>>();
  /** Transactions of one webhook wait for each other anyway, so results that arrive meanwhile share the next one. */
  private readonly settling = new Batcher<AttemptedDelivery, LeasedWork | null>({
    maxBatchSize: deliveryLimits.requests,
    maxConcurrency: 1,
    processBatch: aloneOnFailure((_webhook, attempted) => this.settleAndLease(attempted)),
  });

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
      help: 'Requests to webhooks in progress',
      read: () => this.limiter.inUse,
    });
  }

  /** Resolves when everything that is due, and for which there is a slot, has been started. Returns whether there was anything. */
  async deliverDue(): Promise<boolean> {
    if (!(await this.webhooks.exists())) return false;
    const due = await inTransaction(this.pool, null, async (client) => {
      await client.allowLookup('webhooks');
      return findDueWebhooks(client);
    });
    for (const webhook of due) {
      if (this.task.isStopped) return true;
      for (const taken of await this.leaseFor(webhook, this.limiter.available(webhook))) this.start(webhook, taken);
    }
    return due.length > 0;
  }

  /** Waits briefly for receivers to respond. Deliveries without a recorded result are sent again by another process. */
  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    const patience = new AbortController();
    const late = delay(deliveryLimits.stopMs, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([Promise.allSettled(this.inFlight), late]);
    patience.abort();
  }

  private start(webhook: DueWebhook, taken: LeasedWork): void {
    const giveBack = this.limiter.acquire(webhook);
    const work = this.sendInSequence(taken)
      .catch((error: unknown) => this.logger.warn(`storing the result of a delivery failed: ${String(error)}`))
      .finally(() => {
        giveBack();
        this.inFlight.delete(work);
      });
    this.inFlight.add(work);
  }

  private async sendInSequence(first: LeasedWork): Promise<void> {
    let taken: LeasedWork | null = first;
    while (taken) {
      const attempted = await this.attempting.attempt(taken);
      taken = await this.settling.enqueue(attempted.delivery.webhookId, attempted);
    }
  }

  /** Returns the next delivery of the webhook for each delivery that was settled; `null` if there is none. */
  private async settleAndLease(attempted: readonly AttemptedDelivery[]): Promise<readonly (LeasedWork | null)[]> {
    const webhook = attempted[0]!.delivery;
    const { settled, taken } = await this.database.transaction(webhook.organizationId, async (client) => {
      client.enqueue(lockDeliveryQuery(webhook));
      return {
        settled: await this.attempting.settle(client, webhook, attempted),
        taken: this.task.isStopped ? [] : await this.lease(client, webhook, attempted.length),
      };
    });
    this.attempting.count(settled);
    return attempted.map((_, place) => taken[place] ?? null);
  }

  private async leaseFor(due: DueWebhook, most: number): Promise<readonly LeasedWork[]> {
    if (most === 0) return [];
    return this.database.transaction(due.organizationId, async (client) => {
      client.enqueue(lockDeliveryQuery(due));
      return this.lease(client, due, most);
    });
  }

  /** The transaction must hold `lockDeliveryQuery`. */
  private async lease(client: Transaction, due: WebhookKey, most: number): Promise<readonly LeasedWork[]> {
    const webhook = await this.store.findSigning(client, due.organizationId, due.webhookId);
    if (!webhook) return [];
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
