import type { StoredWebhook } from './webhook.js';

/** Everything that a child reads of its parent's webhook, except the name. */
export type SharedWebhookContent = Pick<
  StoredWebhook,
  'description' | 'events' | 'filters' | 'enabled' | 'status' | 'apiVersion' | 'timeoutMs'
> & {
  /** URL without path and query, which may contain credentials. */
  readonly url: string;
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** A webhook of the parent, as the organization sees it. */
export interface SharedWebhook extends Omit<SharedWebhookContent, 'createdAt' | 'updatedAt'> {
  readonly id: string;
  readonly name: string;
  /** Id of the parent. */
  readonly organizationId: string;
  readonly environment: StoredWebhook['environment'];
  /** Whether the organization has enabled it. */
  readonly sharedEnabled: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type ShareableWebhook = Omit<SharedWebhookContent, 'createdAt' | 'updatedAt'> &
  Pick<StoredWebhook, 'createdAt' | 'updatedAt'>;

export const toSharedContent = (webhook: ShareableWebhook): SharedWebhookContent => {
  const { description, events, filters, enabled, status, apiVersion, timeoutMs, createdAt, updatedAt } = webhook;
  return {
    ...{ description, events, filters, enabled, status, apiVersion, timeoutMs },
    url: new URL(webhook.url).origin,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
};
