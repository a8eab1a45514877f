export {
  type BlockedParties,
  blockedPartyPolicies,
  loosenedSettings,
  mergeSettings,
  type OrganizationSettings,
  type RulePolicy,
  withDefaultSettings,
  type SettingsChange,
  findSettings,
} from './organization-settings.js';
