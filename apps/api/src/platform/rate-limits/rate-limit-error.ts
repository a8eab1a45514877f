import { ApiError } from '../http/index.js';
import type { CountedRequest } from './rate-limiter.js';

const msPerSecond = 1_000;
const secondsPerMinute = 60;

/** The 429 of a request that its key's window has no place for. */
export function rateLimitError({ limit, remaining, resetsAt, resetsInMs }: CountedRequest): ApiError {
  const retryAfter = Math.max(1, Math.ceil(resetsInMs / msPerSecond));
  const retryAfterMinutes = Math.ceil(retryAfter / secondsPerMinute);
  const minutes = retryAfterMinutes === 1 ? '1 minute' : `${retryAfterMinutes} minutes`;
  return new ApiError(
    'RATE_LIMIT_EXCEEDED',
    `The API key has made its ${limit} requests of this hour; try again in ${minutes}`,
    undefined,
    { retryAfter, retryAfterMinutes, limit, remaining, resetAt: resetsAt.toISOString() },
  );
}
