export {
  type BlockedParties,
  blockedPartyPolicies,
  loosenedSettings,
  mergeSettings,
  type OrganizationSettings,
  ownershipRules,
  type OwnershipRuleSetting,
  type RulePolicy,
  withDefaultSettings,
  type SettingsChange,
  findSettings,
} from './organization-settings.js';
