export { findUsedWebhooks, webhookToLend } from './persistence/lent-webhooks.js';
export { WebhooksModule } from './webhooks.module.js';
