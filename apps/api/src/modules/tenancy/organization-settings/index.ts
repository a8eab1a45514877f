export {
  changedSettings,
  type OrganizationSettings,
  type RulePolicy,
  settingsOf,
  type SettingsChange,
} from './organization-settings.js';
export { findSettings } from './find-settings.js';
