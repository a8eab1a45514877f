const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** After the first attempt, the second … */
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

/** How often one delivery is tried. */
export const deliveryAttempts = delaysMs.length + 1;

const jitter = 0.1;
const maxRetryAfterMs = 24 * hourMs;

/** How an attempt ended that was not a success. */
export interface FailedAttempt {
  /** Which one it was, from 1. */
  readonly attempt: number;
  readonly at: Date;
  /** Null: nobody answered. */
  readonly statusCode: number | null;
  /** Header of the answer. */
  readonly retryAfter?: string | undefined;
}

/**
 * When the next attempt is due; null: that was the last. `random`: 0 to 1. A receiver that asks for more time gets it, and for less does not
 * use up its attempts in a moment.
 */
export function retryAt({ attempt, at, statusCode, retryAfter }: FailedAttempt, random: number): Date | null {
  const delayMs = delaysMs[attempt - 1];
  if (delayMs === undefined) return null;
  const scheduledMs = Math.round(delayMs * (1 - jitter + 2 * jitter * random));
  const askedMs = statusCode === 429 || statusCode === 503 ? retryAfterMs(retryAfter, at) : 0;
  return new Date(at.getTime() + Math.max(scheduledMs, Math.min(askedMs, maxRetryAfterMs)));
}

/** By RFC 9110: seconds, or a date. 0: nothing is asked for. */
function retryAfterMs(retryAfter: string | undefined, at: Date): number {
  const text = retryAfter?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * secondMs;
  const date = Date.parse(text);
  return Number.isNaN(date) ? 0 : Math.max(0, date - at.getTime());
}
