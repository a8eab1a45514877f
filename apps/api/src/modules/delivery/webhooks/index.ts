export { eventPermissionSets, permissionsForEvent } from './domain/event-permissions.js';
export { lockShareableWebhook } from './persistence/shared-webhooks.js';
export { Deliveries } from './use-cases/deliveries.js';
export { WebhooksModule } from './webhooks.module.js';
