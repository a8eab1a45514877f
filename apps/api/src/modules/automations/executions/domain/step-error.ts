import { ApiError } from '../../../../platform/http/index.js';

/** Why a step could not be done. */
export class StepError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'StepError';
  }
}

/** Codes of what passes by itself. */
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

/** What the log says of a step that could not be done; null: nobody expected it. */
export function stepErrorOf(error: unknown): { readonly code: string; readonly message: string } | null {
  if (error instanceof StepError) return { code: error.code, message: error.message };
  if (error instanceof ApiError) return { code: error.code, message: messageOf(error) };
  return error instanceof RangeError ? { code: 'VALIDATION_ERROR', message: error.message } : null;
}

/** Of what is not valid, with the fields: the log has no details beside it. */
function messageOf({ code, message, details = {} }: ApiError): string {
  if (code !== 'VALIDATION_ERROR') return message;
  return [message, ...Object.entries(details).map(([field, problem]) => `${field}: ${String(problem)}`)].join('; ');
}
