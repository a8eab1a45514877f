export { AlertsModule } from './alerts.module.js';
export { type AlertType, alertTypes, severities, type Severity } from './domain/alert-enumerations.js';
export type { AlertDedupe, EntitySnapshot, NewAlert, WrittenAlert } from './domain/new-alert.js';
export { writeAlerts } from './use-cases/write-alerts.js';
