export { lockShareableWebhook } from './persistence/shared-webhooks.js';
export { WebhooksModule } from './webhooks.module.js';
