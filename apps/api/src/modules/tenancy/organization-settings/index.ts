export {
  mergeSettings,
  type OrganizationSettings,
  type RulePolicy,
  withDefaultSettings,
  type SettingsChange,
} from './organization-settings.js';
export { findSettings } from './find-settings.js';
