import { ApiError, type ErrorDetails } from '../../../platform/http/index.js';

/** What `take_creation_quota` raises. */
const sqlState = 'TQ001';

/** The answer for an error of a statement that counts creations; null for every other error. */
export function quotaExceeded(error: unknown): ApiError | null {
  const { code, detail, driverError } = (error ?? {}) as { code?: unknown; detail?: unknown; driverError?: unknown };
  if (code !== sqlState || typeof detail !== 'string')
    return driverError === undefined ? null : quotaExceeded(driverError);
  const members = JSON.parse(detail) as ErrorDetails;
  const message = `The contract's quota of ${String(members['module'])} is used up: nothing was created`;
  return new ApiError('CREATION_CONTRACT_QUOTA_EXCEEDED', message, members, members);
}
