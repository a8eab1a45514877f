export const listTypes = [
  'custom',
  'company_blocklist',
  'document_blocklist',
  'keyword_list',
  'ip_blocklist',
  'person_blocklist',
  'email_blocklist',
  'phone_blocklist',
  'device_blocklist',
  'account_blocklist',
  'card_blocklist',
  'country_list',
  'merchant_blocklist',
  'wallet_blocklist',
  'allowlist',
  'sanctions',
  'pep',
] as const;
export type ListType = (typeof listTypes)[number];

export const listStatuses = ['active', 'inactive', 'archived'] as const;
export type ListStatus = (typeof listStatuses)[number];

export const listSources = [
  'manual_entry',
  'api_integration',
  'custom_upload',
  'internal',
  'rule_action',
  'sync',
  'marketplace',
] as const;
export type ListSource = (typeof listSources)[number];

export const itemSeverities = ['low', 'medium', 'high', 'critical'] as const;
export type ItemSeverity = (typeof itemSeverities)[number];
