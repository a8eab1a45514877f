/** Reasons why one integration of a request delivered no result. None of these is charged. */
export const itemCodes = [
  'INTEGRATION_NOT_FOUND',
  'INTEGRATION_NOT_ENABLED',
  'NO_MATCHING_PROVIDER',
  'MISSING_INPUT',
  'INVALID_TAX_ID',
  'INVALID_PARAMETERS',
  'SUBJECT_NOT_FOUND',
  'SUBJECT_MISMATCH',
  'DOCUMENT_RESTRICTED',
  'UPSTREAM_CREDITS_ERROR',
  'PROVIDER_RATE_LIMITED',
  'PROVIDER_TIMEOUT',
  'PROVIDER_UNAVAILABLE',
  'PROVIDER_ERROR',
  'NORMALIZATION_FAILED',
  'DATASET_NOT_LOADED',
  'DATASET_STALE',
  'OUTCOME_UNKNOWN',
  'INSUFFICIENT_BALANCE',
  'CANCELLED',
  'INTERNAL_ERROR',
] as const;

export type ItemCode = (typeof itemCodes)[number];

/** `message` is written by this product, in English, and contains nothing that the source sent, which may echo personal data or keys. */
export interface ItemProblem {
  readonly code: ItemCode;
  readonly message: string;
  /** When a source that refused because of too many requests may be called again. */
  readonly retryAfterMs?: number;
}
