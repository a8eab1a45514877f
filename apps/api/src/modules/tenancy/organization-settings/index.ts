export {
  mergeSettings,
  type OrganizationSettings,
  type RulePolicy,
  withDefaultSettings,
  type SettingsChange,
  findSettings,
} from './organization-settings.js';
