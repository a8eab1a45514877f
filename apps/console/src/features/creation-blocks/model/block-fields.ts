/** Fields that are often blocked; any field below `entityData` or `attributes` can be typed as well. */
export const usualFields = [
  ...['taxId', 'name', 'externalId', 'countryCode', 'nationality', 'email', 'phone'],
  ...['entityData.person.email', 'entityData.person.phone', 'entityData.company.website', 'attributes.segment'],
];

/** What the API accepts as the path of a field, as the pattern of an input. */
export const fieldPattern =
  '(externalId|name|taxId|countryCode|nationality|email|phone|(entityData|attributes)(\\.[A-Za-z_][A-Za-z0-9_\\-]*){1,8})';

export const blockScopes = ['all', 'person', 'company', 'payment_method'] as const;
