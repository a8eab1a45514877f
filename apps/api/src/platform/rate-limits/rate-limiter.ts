import { Injectable } from '@nestjs/common';
import { limits } from '../limits.js';
import { PeriodicTask, PeriodicWork } from '../periodic-task.js';

import { ApiError } from '../http/index.js';
import { InjectPgPool, type PgPool } from '../database/index.js';

/** What the database says after it has counted requests of one key. */
export interface CountedWindow {
  /** Requests of a window. */
  readonly limit: number;
  /** Requests of this window so far, those that were just granted among them. */
  readonly used: number;
  /** How many of the requests that were counted may pass. */
  readonly granted: number;
  /** When the window ends: milliseconds since 1970. */
  readonly resetsAtMs: number;
  /** Milliseconds from the count to the window's end, by the clock of the database. */
  readonly resetsInMs: number;
}

/** Requests of one key. */
export interface Wanted {
  /** Of the key, in hexadecimal. */
  readonly hash: string;
  readonly requests: number;
}

@Injectable()
export class RateWindowStore {
  constructor(@InjectPgPool() private readonly pool: PgPool) {}

  /**
   * Counts requests of several keys: of each as many are granted as its window still has. By hash; keys that do not exist are left
   * out. One statement; its order is that of the hashes, so that no two processes wait for each other.
   */
  async count(wanted: readonly Wanted[]): Promise<ReadonlyMap<string, CountedWindow>> {
    const sorted = [...wanted].sort((a, b) => (a.hash < b.hash ? -1 : 1));
    const [hashes, requests] = [sorted.map(({ hash }) => hash), sorted.map((each) => each.requests)];
    // For an array of one the database would make a new plan each time, as it takes one row for cheaper than many.
    const [name, asked, values] =
      sorted.length === 1
        ? ['count_requests', '(select $1::text as hash, $2::int as requests) w', [hashes[0], requests[0]]]
        : ['count_many', 'unnest($1::text[], $2::int[]) as w (hash, requests)', [hashes, requests]];
    const { rows } = await this.pool.query<CountedWindow & { hash: string }>({
      name,
      text: `select w.hash, c.rate_limit as "limit", c.used, c.granted, c.resets_in_ms as "resetsInMs",
               (extract(epoch from c.resets_at) * 1000)::float8 as "resetsAtMs"
             from ${asked}, count_requests(decode(w.hash, 'hex'), w.requests) c`,
      values,
    });
    return new Map(rows.map(({ hash, ...window }) => [hash, window]));
  }

  /** Takes back requests that were counted and did not come. Keys and windows that are no more are left out. */
  async giveBack(unused: readonly Wanted[]): Promise<void> {
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
