export type { SigningWebhook, StoredWebhook, WebhookFilters, WebhookStatus } from './domain/webhook.js';
export { WebhookStore } from './persistence/webhook-store.js';
export { WebhooksModule } from './webhooks.module.js';
