export type { SigningWebhook, StoredWebhook, WebhookFilters, WebhookStatus } from './domain/webhook.js';
export { isSubscribed } from './domain/webhook-events.js';
export { WebhookStore } from './persistence/webhook-store.js';
export { WebhooksModule } from './webhooks.module.js';
