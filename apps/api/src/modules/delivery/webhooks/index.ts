export { findEnabledSharedWebhooks, lockShareableWebhook } from './persistence/lent-webhooks.js';
export { WebhooksModule } from './webhooks.module.js';
