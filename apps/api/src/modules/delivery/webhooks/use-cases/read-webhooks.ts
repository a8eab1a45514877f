import { Injectable } from '@nestjs/common';

import { ActorScopes } from '../../../../platform/auth/index.js';
import { type Queryable, TenantDatabase } from '../../../../platform/database/index.js';
import { notFound } from '../../../../platform/http/index.js';
import { withheldEvents } from '../domain/event-permissions.js';
import type { SharedWebhook } from '../domain/shared-webhook.js';
import type { StoredWebhook } from '../domain/webhook.js';
import { countDeliveries, type DeliveryCounts } from '../persistence/delivery-store.js';
import { findSharedWebhooks } from '../persistence/shared-webhooks.js';
import { WebhookStore } from '../persistence/webhook-store.js';

/** A webhook with the results of its deliveries. */
export interface WebhookWithCounts extends StoredWebhook {
  readonly counts: DeliveryCounts;
  /** Events that it names but is not sent. */
  readonly withheldEvents: readonly string[];
}

/** A webhook as shown in responses: an own one, or one of the parent organization, of which less is known. */
export type WebhookView = WebhookWithCounts | SharedWebhook;

@Injectable()
export class ReadWebhooks {
  constructor(
    private readonly database: TenantDatabase,
    private readonly store: WebhookStore,
    private readonly rights: ActorScopes,
  ) {}

  /** Lists own webhooks, oldest first, and those that the parent shares. */
  async list(organizationId: string): Promise<readonly WebhookView[]> {
    const client = this.database.forOrganization(organizationId);
    const own = await this.withCounts(client, organizationId, await this.store.list(client, organizationId));
    return [...own, ...(await findSharedWebhooks(client, organizationId))];
  }

  /** Throws 404. */
  async get(organizationId: string, id: string): Promise<WebhookView> {
    const client = this.database.forOrganization(organizationId);
    const webhook = await this.store.find(client, organizationId, id);
    const [shown] = webhook
      ? await this.withCounts(client, organizationId, [webhook])
      : await findSharedWebhooks(client, organizationId, id);
    if (!shown) throw notFound('Webhook');
    return shown;
  }

  private async withCounts(
    client: Queryable,
    organizationId: string,
    webhooks: readonly StoredWebhook[],
  ): Promise<readonly WebhookWithCounts[]> {
    const ids = webhooks.map(({ id }) => id);
    const counts = await countDeliveries(client, organizationId, ids);
    const shown: WebhookWithCounts[] = [];
    for (const webhook of webhooks) {
      const scopes = await this.rights.find(client, organizationId, webhook.authorizedBy);
      const withheld = withheldEvents(scopes, webhook.events);
      shown.push({ ...webhook, counts: counts.get(webhook.id)!, withheldEvents: withheld });
    }
    return shown;
  }
}
