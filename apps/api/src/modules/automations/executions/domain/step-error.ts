import { ApiError } from '../../../../platform/http/index.js';

/** Thrown if a step could not be executed. */
export class StepError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'StepError';
  }
}

/** Codes of temporary errors. */
const temporary: ReadonlySet<string> = new Set([
  ...[
    'SERVICE_UNAVAILABLE',
    'RATE_LIMIT_EXCEEDED',
    'PROVIDER_TIMEOUT',
    'PROVIDER_UNAVAILABLE',
    'PROVIDER_RATE_LIMITED',
  ],
  ...['STILL_PROCESSING', 'JOB_IN_PROGRESS', 'IDEMPOTENCY_IN_PROGRESS'],
]);

export const isTemporary = (code: string): boolean => temporary.has(code);

/** Returns what the execution log says about a failed step; `null` for an unexpected error. */
export function stepErrorOf(error: unknown): { readonly code: string; readonly message: string } | null {
  if (error instanceof StepError) return { code: error.code, message: error.message };
  if (error instanceof ApiError) return { code: error.code, message: messageOf(error) };
  return error instanceof RangeError ? { code: 'VALIDATION_ERROR', message: error.message } : null;
}

/** Adds the invalid fields to the message of a validation error, since the log has no separate details. */
function messageOf({ code, message, details = {} }: ApiError): string {
  if (code !== 'VALIDATION_ERROR') return message;
  return [message, ...Object.entries(details).map(([field, problem]) => `${field}: ${String(problem)}`)].join('; ');
}
