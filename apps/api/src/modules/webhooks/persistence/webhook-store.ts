import { Injectable } from '@nestjs/common';

import type { Queryable } from '../../../platform/database/index.js';
import { type SecretPlace, Secrets } from '../../../platform/secrets/index.js';
import type { SigningWebhook, StoredWebhook, WebhookFilters } from '../domain/webhook.js';

const placeOf = (organizationId: string, rowId: string, field: string): SecretPlace => ({
  organizationId,
  table: 'webhooks',
  rowId,
  field,
});

const columns = `id, organization_id as "organizationId", name, description, url, events, filters::text, enabled, status, headers,
  api_version as "apiVersion", timeout_ms as "timeoutMs", secret_preview as "secretPreview",
  previous_secret_expires_at as "previousSecretExpiresAt", failing_since as "failingSince", last_delivery_at as "lastDeliveryAt",
  last_status_code as "lastStatusCode", created_by as "createdBy", created_at as "createdAt", updated_at as "updatedAt"`;

const signing = `${columns}, secret, case when previous_secret_expires_at > now() then previous_secret end as "previousSecret"`;

/** A row as it is read: JSON comes as text. */
type WebhookRow = Omit<StoredWebhook, 'filters' | 'headers'> & {
  readonly filters: string;
  readonly headers: Buffer | null;
};

interface SigningRow extends WebhookRow {
  readonly secret: Buffer;
  readonly previousSecret: Buffer | null;
}

/** `client` is in a transaction of the organization, or `TenantDatabase.of` it. */
@Injectable()
export class WebhookStore {
  constructor(private readonly secrets: Secrets) {}

  /** Null: there is none. */
  async find(client: Queryable, organizationId: string, id: string): Promise<StoredWebhook | null> {
    const { rows } = await client.query<WebhookRow>(
      `select ${columns} from webhooks where organization_id = $1 and id = $2`,
      [organizationId, id],
    );
    return rows[0] ? this.opened(client, rows[0]) : null;
  }

  /** As `find`, with what it is signed with. */
  async findSigning(client: Queryable, organizationId: string, id: string): Promise<SigningWebhook | null> {
    const { rows } = await client.query<SigningRow>(
      `select ${signing} from webhooks where organization_id = $1 and id = $2`,
      [organizationId, id],
    );
    return rows[0] ? this.openedSigning(client, rows[0]) : null;
  }

  /** Those that are sent to, the oldest first. */
  async findEnabled(client: Queryable, organizationId: string): Promise<readonly SigningWebhook[]> {
    const { rows } = await client.query<SigningRow>(
      `select ${signing} from webhooks where organization_id = $1 and enabled and status = 'active' order by created_at, id`,
      [organizationId],
    );
    const webhooks: SigningWebhook[] = [];
    for (const row of rows) webhooks.push(await this.openedSigning(client, row));
    return webhooks;
  }

  private async openedSigning(client: Queryable, row: SigningRow): Promise<SigningWebhook> {
    const { secret, previousSecret, ...rest } = row;
    const secrets = [await this.open(client, row, 'secret', secret)];
    if (previousSecret) secrets.push(await this.open(client, row, 'previous_secret', previousSecret));
    return { ...(await this.opened(client, rest)), secrets };
  }

  private async opened(client: Queryable, { filters, headers, ...row }: WebhookRow): Promise<StoredWebhook> {
    const text = headers && (await this.open(client, row, 'headers', headers));
    return {
      ...row,
      filters: JSON.parse(filters) as WebhookFilters,
      headers: text === null ? {} : (JSON.parse(text) as Record<string, string>),
    };
  }

  private open(
    client: Queryable,
    { organizationId, id }: Pick<StoredWebhook, 'organizationId' | 'id'>,
    field: string,
    sealed: Buffer,
  ): Promise<string> {
    return this.secrets.open(client, placeOf(organizationId, id, field), sealed);
  }
}
