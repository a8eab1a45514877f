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
