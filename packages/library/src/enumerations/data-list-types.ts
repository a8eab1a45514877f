/** Types of data lists. */
export const dataListTypes = [
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

export type DataListType = (typeof dataListTypes)[number];
