import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../limits.js';
import { PeriodicTask, PeriodicJob } from '../periodic-task.js';

import { ApiError } from '../http/index.js';
import { InjectPgPool, type PgPool } from '../database/index.js';

/** What the database says after it has counted requests of one key. */
export interface RateWindow {
  /** The window of a minute stands here only where it is the one that refuses. */
  readonly per: 'hour' | 'minute';
  /** Requests of a window. */
  readonly limit: number;
  /** Requests of this window so far, those that were just granted among them. */
  readonly used: number;
  /** How many of the requests that were counted may pass. */
  readonly granted: number;
  /** Requests that the hour and the minute still have. */
  readonly free: number;
  /** When the window ends: milliseconds since 1970. */
  readonly resetsAtMs: number;
  /** Milliseconds from the count to the window's end, by the clock of the database. */
  readonly resetsInMs: number;
}

/** Requests of one key. */
export interface RateWindowRequest {
  /** Of the key, in hexadecimal. */
  readonly hash: string;
  readonly requests: number;
}

/** Where requests are counted. */
export interface WindowStore {
  consume(wanted: readonly RateWindowRequest[]): Promise<ReadonlyMap<string, RateWindow>>;
  returnUnused(unused: readonly RateWindowRequest[]): Promise<void>;
}

@Injectable()
export class RateWindowStore implements WindowStore {
  constructor(@InjectPgPool() private readonly pool: PgPool) {}

  /**
   * Counts requests of several keys: of each as many are granted as its window still has. By hash; keys that do not exist are left
   * out. One statement; its order is that of the hashes, so that no two processes wait for each other.
   */
  async consume(wanted: readonly RateWindowRequest[]): Promise<ReadonlyMap<string, RateWindow>> {
    const sorted = [...wanted].sort((a, b) => (a.hash < b.hash ? -1 : 1));
    const [hashes, requests] = [sorted.map(({ hash }) => hash), sorted.map((each) => each.requests)];
    // For an array of one the database would make a new plan each time, as it takes one row for cheaper than many.
    const [name, asked, values] =
      sorted.length === 1
        ? ['count_requests', '(select $1::text as hash, $2::int as requests) w', [hashes[0], requests[0]]]
        : ['count_many', 'unnest($1::text[], $2::int[]) as w (hash, requests)', [hashes, requests]];
    const { rows } = await this.pool.query<RateWindow & { hash: string }>({
      name,
      text: `select w.hash, c.per, c.rate_limit as "limit", c.used, c.granted, c.free, c.resets_in_ms as "resetsInMs",
               (extract(epoch from c.resets_at) * 1000)::float8 as "resetsAtMs"
             from ${asked}, count_requests(decode(w.hash, 'hex'), w.requests) c`,
      values,
    });
    return new Map(rows.map(({ hash, ...window }) => [hash, window]));
  }

  /** Takes back requests that were counted and did not come. Keys and windows that are no more are left out. */
  async returnUnused(unused: readonly RateWindowRequest[]): Promise<void> {
    const sorted = [...unused].sort((a, b) => (a.hash < b.hash ? -1 : 1));
    await this.pool.query({
      name: 'return_requests',
      text: `select return_requests(decode(u.hash, 'hex'), u.requests) from unnest($1::text[], $2::int[]) as u (hash, requests)`,
      values: [sorted.map(({ hash }) => hash), sorted.map(({ requests }) => requests)],
    });
  }
}

const msPerSecond = 1_000;
const secondsPerMinute = 60;

/** The 429 of a request that the window of its key, or of its person, has no place for. */
export function rateLimitError({ per, limit, remaining, resetsAt, resetsInMs }: RateLimitStatus, who = 'The API key has made its'): ApiError {
  const retryAfter = Math.max(1, Math.ceil(resetsInMs / msPerSecond));
  const retryAfterMinutes = Math.ceil(retryAfter / secondsPerMinute);
  const minutes = retryAfterMinutes === 1 ? '1 minute' : `${retryAfterMinutes} minutes`;
  return new ApiError(
    'RATE_LIMIT_EXCEEDED',
    `${who} ${limit} requests of this ${per}; try again in ${minutes}`,
    undefined,
    { retryAfter, retryAfterMinutes, limit, remaining, resetAt: resetsAt.toISOString() },
  );
}

/** One request among those of its key. */
export interface RateLimitStatus {
  readonly isAllowed: boolean;
  readonly per: 'hour' | 'minute';
  readonly limit: number;
  /** Requests the window still has after this one. */
  readonly remaining: number;
  readonly resetsAt: Date;
  /** Milliseconds from now to the window's end. */
  readonly resetsInMs: number;
}

interface PendingRequest {
  readonly resolve: (counted: RateLimitStatus | null) => void;
  readonly reject: (error: unknown) => void;
}

interface ExhaustedWindow {
  readonly window: RateWindow;
  /** When the database was asked, in milliseconds of the clock that `nowMs` is of. */
  readonly askedMs: number;
}

/** What the last count of a key granted. */
interface Grant {
  readonly window: RateWindow;
  readonly askedMs: number;
  /** Requests that took their place. */
  used: number;
}

/**
 * Counts the requests of keys, exactly, over all processes. One statement of a process is under way at most: requests that come
 * meanwhile, of whatever keys, are counted together by the next one, so that much traffic is few statements. Of a busy key that is
 * far from its limit, those of the next moment are counted with them; what does not come is given back, and a limit that changes
 * holds for what is counted afterwards. A window that is used up stays so until it ends, so for a second at most its refusals are
 * given without asking.
 */
@Injectable()
export class RateLimiter extends PeriodicJob {
  /** By the hash of the key, in hexadecimal. */
  private waiting = new Map<string, PendingRequest[]>();
  private isProcessing = false;
  private readonly exhausted = new Map<string, ExhaustedWindow>();
  private readonly grants = new Map<string, Grant>();

  protected override readonly task = new PeriodicTask(
    'rate limits',
    'requests that did not come were not given back',
    limits.rateAheadLifeMs,
    () => this.sweep(),
  );

  constructor(@Inject(RateWindowStore) private readonly store: WindowStore) {
    super();
  }

  /** `hash`: of the key, in hexadecimal. `nowMs`: a clock that only goes forward. Null: no key has this hash. */
  consume(hash: string, nowMs: number): Promise<RateLimitStatus | null> {
    const known = this.cachedRefusal(hash, nowMs) ?? this.takeFromGrant(hash, nowMs);
    if (known) return Promise.resolve(known);
    return new Promise((resolve, reject) => {
      const queue = this.waiting.get(hash);
      if (queue) queue.push({ resolve, reject });
      else this.waiting.set(hash, [{ resolve, reject }]);
      if (this.isProcessing) return;
      this.isProcessing = true;
      // Those of the same turn of the event loop are counted together.
      setImmediate(() => void this.processQueue());
    });
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.returnUnused(Infinity);
  }

  private cachedRefusal(name: string, nowMs: number): RateLimitStatus | null {
    const found = this.exhausted.get(name);
    if (!found) return null;
    const ageMs = nowMs - found.askedMs;
    if (ageMs < Math.min(limits.rateRefusalCacheMs, found.window.resetsInMs)) return refusedStatus(found.window, ageMs);
    this.exhausted.delete(name);
    return null;
  }

  private takeFromGrant(hash: string, nowMs: number): RateLimitStatus | null {
    const found = this.grants.get(hash);
    if (!found || found.used >= found.window.granted) return null;
    const ageMs = nowMs - found.askedMs;
    return ageMs < found.window.resetsInMs ? statusOf(found.window, found.used++, ageMs) : null;
  }

  private async processQueue(): Promise<void> {
    while (this.waiting.size > 0) {
      const batch = this.waiting;
      this.waiting = new Map();
      const askedMs = performance.now();
      try {
        const wanted = [...batch].map(([hash, { length }]) => ({
          hash,
          requests: length + this.prefetchCount(hash, askedMs),
        }));
        const windows = await this.store.consume(wanted);
        for (const [hash, queue] of batch) this.resolveQueue(hash, queue, windows.get(hash) ?? null, askedMs);
      } catch (error) {
        for (const { reject } of [...batch.values()].flat()) reject(error);
      }
    }
    this.isProcessing = false;
  }

  /** Requests of a key that are likely to come in the next moment, as so many came in the last. */
  private prefetchCount(hash: string, nowMs: number): number {
    const last = this.grants.get(hash);
    if (!last) return 0;
    const { free } = last.window;
    const expected = (last.used / Math.max(1, nowMs - last.askedMs)) * limits.rateAheadMs;
    return Math.floor(Math.min(limits.rateAhead, free * limits.rateAheadPart, expected));
  }

  private resolveQueue(
    hash: string,
    queue: readonly PendingRequest[],
    window: RateWindow | null,
    askedMs: number,
  ): void {
    this.grants.delete(hash);
    if (window && window.granted < queue.length) this.cacheExhausted(hash, { window, askedMs });
    else if (window) this.grants.set(hash, { window, askedMs, used: queue.length });
    queue.forEach(({ resolve }, index) => resolve(window && statusOf(window, index, 0)));
  }

  private cacheExhausted(name: string, usedUp: ExhaustedWindow): void {
    if (this.exhausted.size >= limits.apiKeyCacheEntries) this.exhausted.clear();
    this.exhausted.set(name, usedUp);
  }

  private async sweep(): Promise<void> {
    // What is being counted is to be told after what is given back, or it would be told too little.
    if (this.isProcessing || this.grants.size === 0) return;
    this.isProcessing = true;
    await this.returnUnused(performance.now() - limits.rateAheadLifeMs);
    await this.processQueue();
  }

  /** Forgets what was granted until then. Where the database cannot be reached, what did not come stays counted. */
  private async returnUnused(untilMs: number): Promise<void> {
    const old = [...this.grants].filter(([, { askedMs }]) => askedMs <= untilMs);
    for (const [hash] of old) this.grants.delete(hash);
    const unused = old.map(([hash, { window, used: taken }]) => ({ hash, requests: window.granted - taken }));
    const some = unused.filter(({ requests }) => requests > 0);
    if (some.length > 0) await this.store.returnUnused(some).catch(() => undefined);
  }
}

function statusOf(window: RateWindow, index: number, ageMs: number): RateLimitStatus {
  if (index >= window.granted) return refusedStatus(window, ageMs);
  const { per, limit, used, granted, resetsAtMs, resetsInMs } = window;
  const remaining = limit - used + granted - index - 1;
  return { isAllowed: true, per, limit, remaining, resetsAt: new Date(resetsAtMs), resetsInMs: resetsInMs - ageMs };
}

const refusedStatus = ({ per, limit, resetsAtMs, resetsInMs }: RateWindow, ageMs: number): RateLimitStatus => ({
  isAllowed: false,
  per,
  limit,
  remaining: 0,
  resetsAt: new Date(resetsAtMs),
  resetsInMs: resetsInMs - ageMs,
});
