import { Injectable } from '@nestjs/common';

import { type Queryable, TenantDatabase } from '../../../../platform/database/index.js';
import { notFound } from '../../../../platform/http/index.js';
import type { LentWebhook } from '../domain/lent-webhook.js';
import type { StoredWebhook } from '../domain/webhook.js';
import { countDeliveries, type DeliveryCounts } from '../persistence/delivery-store.js';
import { findLentWebhooks } from '../persistence/lent-webhooks.js';
import { WebhookStore } from '../persistence/webhook-store.js';

/** A webhook with what became of its deliveries. */
export interface CountedWebhook extends StoredWebhook {
  readonly counts: DeliveryCounts;
}

/** A webhook as answers show it: an own one, or one of the parent organization, of which less is known. */
export type ShownWebhook = CountedWebhook | LentWebhook;

@Injectable()
export class ReadWebhooks {
  constructor(
    private readonly database: TenantDatabase,
    private readonly store: WebhookStore,
  ) {}

  /** The own ones, the oldest first, and those that the parent shares. */
  async list(organizationId: string): Promise<readonly ShownWebhook[]> {
    const client = this.database.of(organizationId);
    const own = await this.counted(client, organizationId, await this.store.list(client, organizationId));
    return [...own, ...(await findLentWebhooks(client, organizationId))];
  }

  /** Throws 404. */
  async get(organizationId: string, id: string): Promise<ShownWebhook> {
    const client = this.database.of(organizationId);
    const webhook = await this.store.find(client, organizationId, id);
    const [shown] = webhook
      ? await this.counted(client, organizationId, [webhook])
      : await findLentWebhooks(client, organizationId, id);
    if (!shown) throw notFound('Webhook');
    return shown;
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
