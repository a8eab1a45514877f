import { Injectable } from '@nestjs/common';

import { type Queryable, TenantDatabase } from '../../../platform/database/index.js';
import { notFound } from '../../../platform/http/index.js';
import type { StoredWebhook } from '../domain/webhook.js';
import { countDeliveries, type DeliveryCounts } from '../persistence/delivery-counts.js';
import { WebhookStore } from '../persistence/webhook-store.js';

/** A webhook with what became of its deliveries. */
export interface CountedWebhook extends StoredWebhook {
  readonly counts: DeliveryCounts;
}

@Injectable()
export class ReadWebhooks {
  constructor(
    private readonly database: TenantDatabase,
    private readonly store: WebhookStore,
  ) {}

  /** The oldest first. */
  async list(organizationId: string): Promise<readonly CountedWebhook[]> {
    const client = this.database.of(organizationId);
    return this.counted(client, organizationId, await this.store.list(client, organizationId));
  }

  /** Throws 404. */
  async get(organizationId: string, id: string): Promise<CountedWebhook> {
    const client = this.database.of(organizationId);
    const webhook = await this.store.find(client, organizationId, id);
    if (!webhook) throw notFound('Webhook');
    const [counted] = await this.counted(client, organizationId, [webhook]);
    return counted!;
  }

  private async counted(
    client: Queryable,
    organizationId: string,
    webhooks: readonly StoredWebhook[],
  ): Promise<readonly CountedWebhook[]> {
    const ids = webhooks.map(({ id }) => id);
    const counts = await countDeliveries(client, organizationId, ids);
    return webhooks.map((webhook) => ({ ...webhook, counts: counts.get(webhook.id)! }));
  }
}
