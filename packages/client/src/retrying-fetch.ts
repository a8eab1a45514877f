import { retryAfterMs, TamisError } from './tamis-error.js';

export type SendRequest = (request: Request) => Promise<Response>;

export interface RetryOptions {
  /** How often a failed request is sent again. By default 2; 0 sends each request once, and adds no `Idempotency-Key`. */
  readonly retries?: number;
  /** Milliseconds until an attempt without a response is given up. By default 60,000; 0 for no limit. */
  readonly timeoutMs?: number;
}

const defaults = { retries: 2, timeoutMs: 60_000 };

/** The wait before the second attempt; it doubles with each further one. */
const firstWaitMs = 250;
/** A response that asks to wait longer is returned to the caller instead. */
const maxWaitMs = 30_000;

/** Methods whose requests have the same effect however often they arrive. A POST has one as well, because of its key. */
const repeatableMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'POST']);

/**
 * Sends requests again that failed for a passing reason: no connection or response, a busy server, a rate limit that soon ends, or the same
 * request still in progress. A POST gets an `Idempotency-Key` unless it has one, so it takes effect once. Other requests that may have had
 * an effect are only sent again if the server says that nothing was done.
 */
export function retryingFetch(send: SendRequest, options: RetryOptions = {}): SendRequest {
  const { retries, timeoutMs } = { ...defaults, ...options };
  return async (request) => {
    if (retries > 0 && request.method === 'POST' && !hasKey(request))
      request.headers.set('idempotency-key', crypto.randomUUID());
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= retries;
      const outcome = await sendOnce(send, isLast ? request : request.clone(), timeoutMs);
      const waitMs = isLast || request.signal.aborted ? null : waitBefore(request.method, outcome, attempt);
      if (waitMs === null) {
        if ('response' in outcome) return outcome.response;
        throw outcome.error;
      }
      // The connection of a response that nobody reads stays occupied.
      if ('response' in outcome) await outcome.response.body?.cancel();
      await sleep(waitMs, request.signal);
    }
  };
}

const hasKey = ({ headers }: Request): boolean => headers.has('idempotency-key') || headers.has('x-idempotency-key');

type Outcome = { readonly response: Response; readonly isInProgress: boolean } | { readonly error: unknown };

async function sendOnce(send: SendRequest, request: Request, timeoutMs: number): Promise<Outcome> {
  const timeout = new AbortController();
  const expire = (): void =>
    timeout.abort(new DOMException(`the server did not respond within ${timeoutMs} ms`, 'TimeoutError'));
  // Only until the response begins: a large file may take longer.
  const timer = timeoutMs > 0 ? setTimeout(expire, timeoutMs) : undefined;
  try {
    const signal = AbortSignal.any([request.signal, timeout.signal]);
    const response = await send(new Request(request, { signal }));
    return { response, isInProgress: await isInProgress(response) };
  } catch (error) {
    return { error };
  } finally {
    clearTimeout(timer);
  }
}

async function isInProgress(response: Response): Promise<boolean> {
  if (response.status !== 409) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return TamisError.fromResponse(body, response).code === 'IDEMPOTENCY_IN_PROGRESS';
}

/** Returns the milliseconds to wait before the request is sent again, or `null` if it must not be. */
function waitBefore(method: string, outcome: Outcome, attempt: number): number | null {
  const backoffMs = firstWaitMs * 2 ** attempt * (0.5 + Math.random() / 2);
  if (!('response' in outcome)) return repeatableMethods.has(method) ? backoffMs : null;
  const { status, headers } = outcome.response;
  const askedMs = retryAfterMs(headers.get('retry-after'));
  if (askedMs !== null && askedMs > maxWaitMs) return null;
  // An exhausted quota has the same status as a rate limit, but no time at which it ends.
  if (status === 429) return askedMs;
  if (status === 503) return askedMs ?? backoffMs;
  if (status === 502 || status === 504) return repeatableMethods.has(method) ? (askedMs ?? backoffMs) : null;
  return outcome.isInProgress ? (askedMs ?? backoffMs) : null;
}

/** Waits, unless the caller gives up first. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}
