import { setTimeout as delay } from 'node:timers/promises';

import { Injectable, Logger } from '@nestjs/common';

import {
  allowLookup,
  InjectPgPool,
  inTransaction,
  type PgPool,
  sendAhead,
  TenantDatabase,
  type TransactionClient,
} from '../../../../platform/database/index.js';
import { Metrics } from '../../../../platform/metrics/index.js';
import { PeriodicTask, PeriodicWork } from '../../../../platform/periodic-task.js';

import { deliveryLimits } from '../domain/delivery-limits.js';
import { RequestPlaces } from '../domain/request-places.js';
import type { SigningWebhook } from '../domain/webhook.js';
import {
  type DueWebhook,
  endDue,
  findDue,
  leaseDeliveries,
  type LeasedDelivery,
  lockText,
} from '../persistence/delivery-queue.js';
import { WebhookStore } from '../persistence/webhook-store.js';
import { AnyWebhook } from './any-webhook.js';
import { AttemptDelivery } from './attempt-delivery.js';

/** A delivery that this process sends, and to what. */
interface Taken {
  readonly webhook: SigningWebhook;
  readonly delivery: LeasedDelivery;
}

/** Sends deliveries that are due. Any number of processes do so: each takes others, and takes over those of one that died. */
@Injectable()
export class Deliver extends PeriodicWork {
  protected override readonly task = new PeriodicTask(
    'webhooks',
    'deliveries were not sent',
    deliveryLimits.lookMs,
    () => this.run(),
  );
  private readonly logger = new Logger('webhooks');
  private readonly places = new RequestPlaces();
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly database: TenantDatabase,
    @InjectPgPool() private readonly pool: PgPool,
    private readonly store: WebhookStore,
    private readonly attempting: AttemptDelivery,
    private readonly webhooks: AnyWebhook,
    metrics: Metrics,
  ) {
    super();
    metrics.gauge({
      name: 'tamis_webhook_requests',
      help: 'Requests to webhooks that are under way',
      read: () => this.places.taken,
    });
  }

  /** Resolves when everything that is due, and for which there is a place, has been begun. */
  async run(): Promise<void> {
    if (!(await this.webhooks.exists())) return;
    const due = await inTransaction(this.pool, null, async (client) => {
      await allowLookup(client, 'webhooks');
      return findDue(client);
    });
    for (const webhook of due) {
      if (this.task.isStopped) return;
      for (const taken of await this.take(webhook, this.places.free(webhook))) this.begin(webhook, taken);
    }
  }

  /** Waits for receivers to answer, but not for long: what was not settled is sent again by whoever comes next. */
  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    const patience = new AbortController();
    const late = delay(deliveryLimits.stopMs, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([Promise.allSettled(this.underWay), late]);
    patience.abort();
  }

  private begin(webhook: DueWebhook, taken: Taken): void {
    const giveBack = this.places.take(webhook);
    const work = this.sendOneAfterTheOther(webhook, taken)
      .catch((error: unknown) => this.logger.warn(`what became of a delivery was not written down: ${String(error)}`))
      .finally(() => {
        giveBack();
        this.underWay.delete(work);
      });
    this.underWay.add(work);
  }

  private async sendOneAfterTheOther(webhook: DueWebhook, first: Taken): Promise<void> {
    let taken: Taken | undefined = first;
    while (taken) {
      await this.attempting.run(taken.webhook, taken.delivery);
      [taken] = this.task.isStopped ? [] : await this.take(webhook, 1);
    }
  }

  private async take(due: DueWebhook, most: number): Promise<readonly Taken[]> {
    if (most === 0) return [];
    return this.database.transaction(due.organizationId, async (client) => {
      await sendAhead(client, lockText(due));
      const webhook = await this.store.findSigning(client, due.organizationId, due.webhookId);
      return webhook ? this.lease(client, due, webhook, most) : [];
    });
  }

  private async lease(
    client: TransactionClient,
    due: DueWebhook,
    webhook: SigningWebhook,
    most: number,
  ): Promise<readonly Taken[]> {
    if (!webhook.enabled || webhook.status !== 'active') {
      const at = new Date().toISOString();
      await endDue(client, due, { at, statusCode: null, durationMs: 0, error: 'not sent: the webhook is disabled' });
      return [];
    }
    const leaseMs = webhook.timeoutMs + deliveryLimits.leaseMs;
    const leased = await leaseDeliveries(client, due, { most, leaseMs });
    return leased.map((delivery) => ({ webhook, delivery }));
  }
}
