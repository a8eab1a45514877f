const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Delays after the first attempt, the second … */
const delaysMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
] as const;

/** Maximum attempts for one delivery. */
export const deliveryAttempts = delaysMs.length + 1;

const jitter = 0.1;
const maxRetryAfterMs = 24 * hourMs;

/** An attempt that failed. */
export interface FailedAttempt {
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  readonly at: Date;
  /** `null` if there was no response. */
  readonly statusCode: number | null;
  /** Header of the response. */
  readonly retryAfter?: string | undefined;
}

/**
 * Returns when the next attempt is due; `null` if that was the last. `random` is between 0 and 1. A receiver may request a longer delay,
 * but not a shorter one, which would exhaust its attempts at once.
 */
export function retryAt({ attempt, at, statusCode, retryAfter }: FailedAttempt, random: number): Date | null {
  const delayMs = delaysMs[attempt - 1];
  if (delayMs === undefined) return null;
  const scheduledMs = Math.round(delayMs * (1 - jitter + 2 * jitter * random));
  const askedMs = statusCode === 429 || statusCode === 503 ? retryAfterMs(retryAfter, at) : 0;
  return new Date(at.getTime() + Math.max(scheduledMs, Math.min(askedMs, maxRetryAfterMs)));
}

/** Parses the header by RFC 9110: seconds or a date. Returns 0 if no delay is requested. */
function retryAfterMs(retryAfter: string | undefined, at: Date): number {
  const text = retryAfter?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * secondMs;
  const date = Date.parse(text);
  return Number.isNaN(date) ? 0 : Math.max(0, date - at.getTime());
}
