import type { StoredWebhook } from './webhook.js';

/** All that a child reads of a webhook of its parent, but for its name. */
export type SharedWebhookContent = Pick<
  StoredWebhook,
  'description' | 'events' | 'filters' | 'enabled' | 'status' | 'apiVersion' | 'timeoutMs'
> & {
  /** Where it leads, without path and query: those may hold what signs in. */
  readonly url: string;
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** A webhook of the parent of an organization, as the organization sees it. */
export interface SharedWebhook extends Omit<SharedWebhookContent, 'createdAt' | 'updatedAt'> {
  readonly id: string;
  readonly name: string;
  /** The parent. */
  readonly organizationId: string;
  readonly environment: StoredWebhook['environment'];
  /** Whether the organization has switched it on. */
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
