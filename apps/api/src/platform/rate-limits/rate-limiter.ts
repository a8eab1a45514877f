import { Injectable } from '@nestjs/common';
import { limits } from '../limits.js';
import { PeriodicTask } from '../periodic-task.js';
import { PeriodicWork } from '../periodic-work.js';
import { type CountedWindow, RateWindowStore } from './rate-window-store.js';
import { ApiError } from '../http/index.js';

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

/** One request among those of its key. */
export interface CountedRequest {
  readonly passes: boolean;
  readonly limit: number;
  /** Requests the window still has after this one. */
  readonly remaining: number;
  readonly resetsAt: Date;
  /** Milliseconds from now to the window's end. */
  readonly resetsInMs: number;
}

interface Waiting {
  readonly resolve: (counted: CountedRequest | null) => void;
  readonly reject: (error: unknown) => void;
}

interface UsedUp {
  readonly window: CountedWindow;
  /** When the database was asked, in milliseconds of the clock that `nowMs` is of. */
  readonly askedMs: number;
}

/** What the last count of a key granted. */
interface Granted {
  readonly window: CountedWindow;
  readonly askedMs: number;
  /** Requests that took their place. */
  taken: number;
}

/**
 * Counts the requests of keys, exactly, over all processes. One statement of a process is under way at most: requests that come
 * meanwhile, of whatever keys, are counted together by the next one, so that much traffic is few statements. Of a busy key that is
 * far from its limit, those of the next moment are counted with them; what does not come is given back, and a limit that changes
 * holds for what is counted afterwards. A window that is used up stays so until it ends, so for a second at most its refusals are
 * given without asking.
 */
@Injectable()
export class RateLimiter extends PeriodicWork {
  /** By the hash of the key, in hexadecimal. */
  private waiting = new Map<string, Waiting[]>();
  private working = false;
  private readonly usedUp = new Map<string, UsedUp>();
  private readonly granted = new Map<string, Granted>();

  protected override readonly task = new PeriodicTask(
    'rate limits',
    'requests that did not come were not given back',
    limits.rateAheadLifeMs,
    () => this.sweep(),
  );

  constructor(private readonly store: RateWindowStore) {
    super();
  }

  /** `hash`: of the key, in hexadecimal. `nowMs`: a clock that only goes forward. Null: no key has this hash. */
  count(hash: string, nowMs: number): Promise<CountedRequest | null> {
    const known = this.remembered(hash, nowMs) ?? this.countedAhead(hash, nowMs);
    if (known) return Promise.resolve(known);
    return new Promise((resolve, reject) => {
      const queue = this.waiting.get(hash);
      if (queue) queue.push({ resolve, reject });
      else this.waiting.set(hash, [{ resolve, reject }]);
      if (this.working) return;
      this.working = true;
      // Those of the same turn of the event loop are counted together.
      setImmediate(() => void this.work());
    });
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.giveBack(Infinity);
  }

  private remembered(name: string, nowMs: number): CountedRequest | null {
    const found = this.usedUp.get(name);
    if (!found) return null;
    const ageMs = nowMs - found.askedMs;
    if (ageMs < Math.min(limits.rateRefusalCacheMs, found.window.resetsInMs)) return refusal(found.window, ageMs);
    this.usedUp.delete(name);
    return null;
  }

  private countedAhead(hash: string, nowMs: number): CountedRequest | null {
    const found = this.granted.get(hash);
    if (!found || found.taken >= found.window.granted) return null;
    const ageMs = nowMs - found.askedMs;
    return ageMs < found.window.resetsInMs ? countedRequest(found.window, found.taken++, ageMs) : null;
  }

  private async work(): Promise<void> {
    while (this.waiting.size > 0) {
      const batch = this.waiting;
      this.waiting = new Map();
      const askedMs = performance.now();
      try {
        const wanted = [...batch].map(([hash, { length }]) => ({ hash, requests: length + this.ahead(hash, askedMs) }));
        const windows = await this.store.count(wanted);
        for (const [hash, queue] of batch) this.answer(hash, queue, windows.get(hash) ?? null, askedMs);
      } catch (error) {
        for (const { reject } of [...batch.values()].flat()) reject(error);
      }
    }
    this.working = false;
  }

  /** Requests of a key that are likely to come in the next moment, as so many came in the last. */
  private ahead(hash: string, nowMs: number): number {
    const last = this.granted.get(hash);
    if (!last) return 0;
    const { limit, used } = last.window;
    const expected = (last.taken / Math.max(1, nowMs - last.askedMs)) * limits.rateAheadMs;
    return Math.floor(Math.min(limits.rateAhead, (limit - used) * limits.rateAheadPart, expected));
  }

  private answer(hash: string, queue: readonly Waiting[], window: CountedWindow | null, askedMs: number): void {
    this.granted.delete(hash);
    if (window && window.granted < queue.length) this.remember(hash, { window, askedMs });
    else if (window) this.granted.set(hash, { window, askedMs, taken: queue.length });
    queue.forEach(({ resolve }, index) => resolve(window && countedRequest(window, index, 0)));
  }

  private remember(name: string, usedUp: UsedUp): void {
    if (this.usedUp.size >= limits.apiKeyCacheEntries) this.usedUp.clear();
    this.usedUp.set(name, usedUp);
  }

  private async sweep(): Promise<void> {
    // What is being counted is to be told after what is given back, or it would be told too little.
    if (this.working || this.granted.size === 0) return;
    this.working = true;
    await this.giveBack(performance.now() - limits.rateAheadLifeMs);
    await this.work();
  }

  /** Forgets what was granted until then. Where the database cannot be reached, what did not come stays counted. */
  private async giveBack(untilMs: number): Promise<void> {
    const old = [...this.granted].filter(([, { askedMs }]) => askedMs <= untilMs);
    for (const [hash] of old) this.granted.delete(hash);
    const unused = old.map(([hash, { window, taken }]) => ({ hash, requests: window.granted - taken }));
    const some = unused.filter(({ requests }) => requests > 0);
    if (some.length > 0) await this.store.giveBack(some).catch(() => undefined);
  }
}

function countedRequest(window: CountedWindow, index: number, ageMs: number): CountedRequest {
  if (index >= window.granted) return refusal(window, ageMs);
  const { limit, used, granted, resetsAtMs, resetsInMs } = window;
  const remaining = limit - used + granted - index - 1;
  return { passes: true, limit, remaining, resetsAt: new Date(resetsAtMs), resetsInMs: resetsInMs - ageMs };
}

const refusal = ({ limit, resetsAtMs, resetsInMs }: CountedWindow, ageMs: number): CountedRequest => ({
  passes: false,
  limit,
  remaining: 0,
  resetsAt: new Date(resetsAtMs),
  resetsInMs: resetsInMs - ageMs,
});
