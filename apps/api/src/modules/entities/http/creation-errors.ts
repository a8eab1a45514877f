/** Why an entity may not be created, by whatever route. */
export const creationErrors = [
  'VALIDATION_ERROR',
  'INVALID_TAX_ID',
  'DUPLICATE_EXTERNAL_ID',
  'DUPLICATE_TAX_ID',
  'RELATED_ENTITY_NOT_FOUND',
  'ENTITY_CREATION_LIST_BLOCK',
  'RISK_MATRIX_NOT_FOUND',
  'CREATION_CONTRACT_QUOTA_EXCEEDED',
  'SERVICE_UNAVAILABLE',
] as const;
