import type { ApiError } from './api-error.js';
import { errorCodes } from './error-codes.js';

/**
 * - `envelope`: `{success: false, error: {code, message, details?}}`
 * - `entity`: `{error: <text>, code, details?}`, authentication failures as `{error: {code, message}}`
 * - `entity-read`: `{error: <text>, code}` for authentication failures too
 * - `enrichment`: `{success: false, results: [], totalCostCents: 0, totalExecutionTime: 0, error: {code, message, details?}}`
 * - `transaction-patch`: as `envelope`, but a missing permission has no code: `{error: <text>}`
 */
export type ErrorShape = 'envelope' | 'entity' | 'entity-read' | 'enrichment' | 'transaction-patch';

/** Values that every error body contains in addition to its shape. */
export interface ErrorContext {
  readonly requestId: string;
  /** Path of the request, without its query. */
  readonly instance: string;
}

const authenticationCodes: ReadonlySet<string> = new Set([
  'UNAUTHORIZED',
  'INVALID_API_KEY',
  'EXPIRED_API_KEY',
  'FORBIDDEN',
]);

/** Returns the body of an error in the shape of its route. */
export function errorBody(error: ApiError, shape: ErrorShape, context: ErrorContext): Record<string, unknown> {
  return {
    ...shaped(error, shape),
    ...error.members,
    requestId: context.requestId,
    type: `/errors/${error.code}`,
    title: errorCodes[error.code].title,
    status: error.status,
    detail: error.message,
    instance: context.instance,
  };
}

function shaped(error: ApiError, shape: ErrorShape): Record<string, unknown> {
  const { code, message, details } = error;
  // This code has the same body on all routes. The other values are separate fields.
  if (code === 'RATE_LIMIT_EXCEEDED') return { error: errorCodes[code].title, code, message };
  if (shape === 'transaction-patch' && code === 'FORBIDDEN') return { error: message };
  if (shape === 'enrichment') {
    const nothing = { results: [], totalCostCents: 0, totalExecutionTime: 0 };
    return { success: false, ...nothing, error: { code, message, ...(details && { details }) } };
  }
  const isAuthentication = authenticationCodes.has(code);
  if (shape === 'entity-read' || (shape === 'entity' && !isAuthentication)) {
    return { error: message, code, ...(details && { details }) };
  }
  if (isAuthentication) return { error: { code, message, ...details } };
  return { success: false, error: { code, message, ...(details && { details }) } };
}
