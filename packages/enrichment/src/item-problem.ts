/** Why one integration of a request delivered nothing. None of these is charged. */
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

/** `message` is ours, in English, and holds nothing of what the source sent: it may echo personal data or keys. */
export interface ItemProblem {
  readonly code: ItemCode;
  readonly message: string;
  /** When a source that refused for too many requests may be asked again. */
  readonly retryAfterMs?: number;
}
