export { ExecutionTimes } from './domain/execution-times.js';
export type { IntegrationSettings, OrganizationIntegration } from './domain/integration.js';
export { Providers } from './domain/providers.js';
export { Integrations } from './use-cases/integrations.js';
export { type PriceRequest, setIntegrationPrice } from './use-cases/set-price.js';
export { IntegrationsModule } from './integrations.module.js';
