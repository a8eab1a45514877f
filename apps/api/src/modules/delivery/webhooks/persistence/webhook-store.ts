import { Injectable } from '@nestjs/common';

import {
  environmentSql,
  findEnvironment,
  type Queryable,
  takeTurn,
  type Transaction,
} from '../../../../platform/database/index.js';
import { type SecretLocation, Secrets } from '../../../../platform/secrets/index.js';
import type { NewWebhook, PreviousSecret, SigningWebhook, StoredWebhook, WebhookFilters } from '../domain/webhook.js';
import { previewOf } from '../domain/webhook-secret.js';

const secretPlaceOf = ({ organizationId, id }: WebhookKey, field: string): SecretLocation => ({
  organizationId,
  table: 'webhooks',
  rowId: id,
  field,
});

const previousPlaceOf = (webhook: WebhookKey): SecretLocation => secretPlaceOf(webhook, 'previous_secrets');

const columns = `id, organization_id as "organizationId",
  ${environmentSql('organization_id')} as environment, name, description, url, events,
  filters::text, enabled, status, headers, api_version as "apiVersion", timeout_ms as "timeoutMs",
  secret_preview as "secretPreview", previous_secret_expires_at as "previousSecretExpiresAt", failing_since as "failingSince",
  last_delivery_at as "lastDeliveryAt", last_status_code as "lastStatusCode", version, created_by as "createdBy", authorized_by as "authorizedBy",
  created_at as "createdAt", updated_at as "updatedAt"`;

const signingColumns = `${columns}, secret, case when previous_secret_expires_at > now() then previous_secrets end as "previousSecrets", now() as "readAt"`;

type WebhookKey = Pick<StoredWebhook, 'organizationId' | 'id'>;

/** A row as the database returns it: JSON is text. */
type WebhookRow = Omit<StoredWebhook, 'filters' | 'headers'> & {
  readonly filters: string;
  readonly headers: Buffer | null;
};

interface SigningRow extends WebhookRow {
  readonly secret: Buffer;
  readonly previousSecrets: Buffer | null;
  readonly readAt: Date;
}

/** Decrypts the stored JSON and returns the secrets that have not expired by the clock of the database. */
const previousSecretsOf = (json: string, now: Date): readonly PreviousSecret[] =>
  (JSON.parse(json) as { secret: string; expiresAt: string }[])
    .map(({ secret, expiresAt }) => ({ secret, expiresAt: new Date(expiresAt) }))
    .filter(({ expiresAt }) => expiresAt > now);

/** Whether an organization is a sandbox, which makes no outgoing requests. */
export const isSandbox = async (client: Queryable, organizationId: string): Promise<boolean> =>
  (await findEnvironment(client, organizationId)) !== 'production';

/** Stores webhooks. `client` must be in a transaction of the organization, or come from `TenantDatabase.forOrganization`. */
@Injectable()
export class WebhookStore {
  constructor(private readonly secrets: Secrets) {}

  /** Lists webhooks, oldest first. */
  async list(client: Queryable, organizationId: string): Promise<readonly StoredWebhook[]> {
    const { rows } = await client.query<WebhookRow>(
      `select ${columns} from webhooks where organization_id = $1 order by created_at, id`,
      [organizationId],
    );
    const webhooks: StoredWebhook[] = [];
    for (const row of rows) webhooks.push(await this.decryptWebhook(client, row));
    return webhooks;
  }

  /** Returns `null` if there is none. `lock` locks the row because it is about to be changed. */
  async find(client: Queryable, organizationId: string, id: string, lock?: 'locked'): Promise<StoredWebhook | null> {
    const { rows } = await client.query<WebhookRow>(
      `select ${columns} from webhooks where organization_id = $1 and id = $2 ${lock ? 'for update' : ''}`,
      [organizationId, id],
    );
    return rows[0] ? this.decryptWebhook(client, rows[0]) : null;
  }

  /** Like `find`, with the secrets it is signed with. */
  async findSigning(client: Queryable, organizationId: string, id: string): Promise<SigningWebhook | null> {
    const { rows } = await client.query<SigningRow>(
      `select ${signingColumns} from webhooks where organization_id = $1 and id = $2`,
      [organizationId, id],
    );
    return rows[0] ? this.decryptSigning(client, rows[0]) : null;
  }

  /** Counts webhooks under a lock: concurrent counts wait until this transaction ends. */
  async count(client: Transaction, organizationId: string): Promise<number> {
    await takeTurn(client, `webhooks ${organizationId}`);
    const { rows } = await client.query<{ n: number }>(
      'select count(*)::int as n from webhooks where organization_id = $1',
      [organizationId],
    );
    return rows[0]!.n;
  }

  async insert(client: Transaction, webhook: NewWebhook, secret: string): Promise<void> {
    const { organizationId, id, name, description, url, events, filters, enabled, apiVersion, timeoutMs } = webhook;
    await client.query(
      `insert into webhooks (organization_id, id, name, description, url, events, filters, enabled, status, headers, api_version,
         timeout_ms, secret, secret_preview, created_by, authorized_by, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'active', $9, $10, $11, $12, $13, $14, $15, $16, $16)`,
      [
        ...[organizationId, id, name, description, url, events, JSON.stringify(filters), enabled],
        await this.encryptHeaders(client, webhook),
        ...[apiVersion, timeoutMs, await this.secrets.seal(client, secretPlaceOf(webhook, 'secret'), secret)],
        ...[previewOf(secret), webhook.createdBy, webhook.authorizedBy, webhook.createdAt],
      ],
    );
  }

  /** Updates everything except its secrets and delivery statistics. The failure time of an active webhook is reset. */
  async update(client: Transaction, webhook: StoredWebhook): Promise<void> {
    const { organizationId, id, name, description, url, events, filters, enabled, status } = webhook;
    await client.query(
      `update webhooks set name = $3, description = $4, url = $5, events = $6, filters = $7, enabled = $8, headers = $9,
         api_version = $10, timeout_ms = $11, updated_at = $12,
         failing_since = case when status <> $13 then null else failing_since end, status = $13, authorized_by = $14, version = $15
       where organization_id = $1 and id = $2`,
      [
        ...[organizationId, id, name, description, url, events, JSON.stringify(filters), enabled],
        await this.encryptHeaders(client, webhook),
        ...[webhook.apiVersion, webhook.timeoutMs, webhook.updatedAt, status, webhook.authorizedBy, webhook.version],
      ],
    );
  }

  /** `previous`: the secrets that still sign, newest first, which is the last to expire. */
  async replaceSecret(
    client: Transaction,
    webhook: StoredWebhook,
    secret: string,
    previous: readonly PreviousSecret[],
  ): Promise<void> {
    const sealed = await this.secrets.seal(client, secretPlaceOf(webhook, 'secret'), secret);
    const sealedPrevious = await this.secrets.seal(client, previousPlaceOf(webhook), JSON.stringify(previous));
    await client.query(
      `update webhooks set secret = $3, secret_preview = $4, previous_secrets = $5, previous_secret_expires_at = $6, updated_at = $7
       where organization_id = $1 and id = $2`,
      [
        ...[webhook.organizationId, webhook.id, sealed, previewOf(secret)],
        ...[sealedPrevious, previous[0]!.expiresAt, webhook.updatedAt],
      ],
    );
  }

  /** Deletes a webhook with its deliveries. */
  async delete(client: Transaction, { organizationId, id }: WebhookKey): Promise<void> {
    await client.query('delete from webhooks where organization_id = $1 and id = $2', [organizationId, id]);
  }

  private async decryptSigning(client: Queryable, row: SigningRow): Promise<SigningWebhook> {
    const { secret, previousSecrets, readAt, ...rest } = row;
    const previous = previousSecrets && (await this.secrets.open(client, previousPlaceOf(row), previousSecrets));
    return {
      ...(await this.decryptWebhook(client, rest)),
      secret: await this.secrets.open(client, secretPlaceOf(row, 'secret'), secret),
      previousSecrets: previous === null ? [] : previousSecretsOf(previous, readAt),
    };
  }

  private async decryptWebhook(client: Queryable, { filters, headers, ...row }: WebhookRow): Promise<StoredWebhook> {
    const text = headers && (await this.secrets.open(client, secretPlaceOf(row, 'headers'), headers));
    return {
      ...row,
      filters: JSON.parse(filters) as WebhookFilters,
      headers: text === null ? {} : (JSON.parse(text) as Record<string, string>),
    };
  }

  private async encryptHeaders(client: Transaction, webhook: NewWebhook): Promise<Buffer | null> {
    if (Object.keys(webhook.headers).length === 0) return null;
    return this.secrets.seal(client, secretPlaceOf(webhook, 'headers'), JSON.stringify(webhook.headers));
  }
}
