export {
  changedSettings,
  type OrganizationSettings,
  type RulePolicy,
  settingsOf,
  type SettingsChange,
} from './domain/organization-settings.js';
export { findSettings } from './persistence/find-settings.js';
