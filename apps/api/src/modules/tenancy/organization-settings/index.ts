export {
  type BlockedParties,
  blockedPartyPolicies,
  mergeSettings,
  type OrganizationSettings,
  type RulePolicy,
  withDefaultSettings,
  type SettingsChange,
  findSettings,
} from './organization-settings.js';
