export { ScreeningIntegrationModule } from './integration.module.js';
