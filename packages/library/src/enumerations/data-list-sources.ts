/** Origin of the items of a list. */
export const dataListSources = [
  'manual_entry',
  'api_integration',
  'custom_upload',
  'internal',
  'rule_action',
  'sync',
  'marketplace',
] as const;

export type DataListSource = (typeof dataListSources)[number];
