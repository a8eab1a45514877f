import { HttpException } from '@nestjs/common';

import { ApiError } from './api-error.js';
import { errorCodes, type ErrorCode } from './error-codes.js';
import { ConnectionShareError } from '../../database/connection-shares.js';
import { isTransient } from '../../database/is-transient.js';
import { isConflict, isLockTimeout } from '../../database/retry-on-conflict.js';
import { limits } from '../../limits.js';
import { MissingKeyError } from '../../secrets/secrets-error.js';

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'VALIDATION_ERROR',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'URI_TOO_LONG',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  503: 'SERVICE_UNAVAILABLE',
};

/**
 * Converts a thrown value to an error response. Anything not known to be the caller's fault becomes a 500 (or 503) that reveals nothing.
 */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const status = statusOf(thrown);
  const code = status === undefined ? undefined : codeOfStatus[status];
  if (code !== undefined) return new ApiError(code, messageFor(code, thrown));
  if (thrown instanceof ConnectionShareError)
    return unavailable('Too many requests of the organization are waiting for the database; try again');
  if (isConflict(thrown) || isLockTimeout(thrown))
    return unavailable('Other requests are changing the same records; try again');
  if (isTransient(thrown)) return unavailable('The database is not available; try again');
  if (thrown instanceof MissingKeyError)
    return new ApiError(
      'SERVICE_UNAVAILABLE',
      'The server has no key for encryption; its operator must set TAMIS_MASTER_KEY',
    );
  return new ApiError('INTERNAL_ERROR', 'An internal error occurred');
}

const unavailable = (message: string): ApiError =>
  new ApiError('SERVICE_UNAVAILABLE', message, undefined, { retryAfterSeconds: limits.busyRetrySeconds });

function statusOf(thrown: unknown): number | undefined {
  if (thrown instanceof HttpException) return thrown.getStatus();
  const { statusCode } = (thrown ?? {}) as { statusCode?: unknown };
  return typeof statusCode === 'number' ? statusCode : undefined;
}

function messageFor(code: ErrorCode, thrown: unknown): string {
  if (code === 'NOT_FOUND') return 'The route does not exist';
  if (code === 'UNSUPPORTED_MEDIA_TYPE') return 'The body must be sent with `Content-Type: application/json`';
  return code === 'VALIDATION_ERROR' && thrown instanceof Error ? thrown.message : errorCodes[code].title;
}
