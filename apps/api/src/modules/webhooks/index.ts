export type { SigningWebhook, StoredWebhook, WebhookFilters, WebhookStatus } from './domain/webhook.js';
export { isSubscribed } from './domain/webhook-events.js';
export { findUsedWebhooks, renewLentWebhook, webhookToLend } from './persistence/lent-webhooks.js';
export { WebhookStore } from './persistence/webhook-store.js';
export { WebhooksModule } from './webhooks.module.js';
