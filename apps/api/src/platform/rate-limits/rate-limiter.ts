import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../limits.js';
import { PeriodicTask, PeriodicJob } from '../periodic-task.js';

import { ApiError } from '../http/index.js';
import { InjectPgPool, type PgPool } from '../database/index.js';

/** Owner of the windows a request is counted in: those of the organization, and those of the key it was sent with. */
export interface RateLimitOwner {
  readonly organizationId: string;
  /** `null` if a person sends the request, in which case only the windows of the organization count. */
  readonly apiKeyId: string | null;
}

/** The kind of owner and the period of a window. */
interface WindowKind {
  readonly of: 'key' | 'organization' | 'person';
  readonly per: 'hour' | 'minute';
}

/** Result of counting requests of one owner in the database. */
export interface RateWindow extends WindowKind {
  /**
   * Limit of the window that refuses the request, or otherwise of the hourly window of the key, or of the organization if there is no key.
   */
  readonly limit: number;
  /** Requests in this window so far, including those just granted. */
  readonly used: number;
  /** Number of counted requests that may pass. */
  readonly granted: number;
  /** Requests left in all windows. */
  readonly free: number;
  /** End of the window in milliseconds since 1970. */
  readonly resetsAtMs: number;
  /** Milliseconds from the count to the end of the window, by the clock of the database. */
  readonly resetsInMs: number;
}

/** Number of requests of one owner. */
export interface RateWindowRequest<Owner = RateLimitOwner> {
  readonly owner: Owner;
  readonly requests: number;
}

/** Counts requests of one kind of owner. */
export interface WindowStore<Owner> {
  /** Returns a name that identifies the owner. */
  nameOf(owner: Owner): string;
  consume(wanted: readonly RateWindowRequest<Owner>[]): Promise<ReadonlyMap<string, RateWindow>>;
  returnUnused(unused: readonly RateWindowRequest<Owner>[]): Promise<void>;
}

/** Returns a name that identifies the owner. Names sort in the order in which the database counts them. */
const nameOf = ({ organizationId, apiKeyId }: RateLimitOwner): string => `${organizationId} ${apiKeyId ?? ''}`;

@Injectable()
export class RateWindowStore implements WindowStore<RateLimitOwner> {
  readonly nameOf = nameOf;

  constructor(@InjectPgPool() private readonly pool: PgPool) {}

  /**
   * Counts requests of several owners. For each one, as many are granted as all of its windows have left. Results are keyed by name,
   * without owners that do not exist. It uses a single statement that is ordered by organization, so that no two processes wait for each
   * other.
   */
  async consume(wanted: readonly RateWindowRequest[]): Promise<ReadonlyMap<string, RateWindow>> {
    const columns = columnsOf(wanted);
    // With an array of one element, the database would create a new plan each time, since it considers one row cheaper than many.
    const [name, asked, values] =
      wanted.length === 1
        ? ['count_requests', singleOwner, columns.map(([only]) => only)]
        : ['count_many', manyOwners, columns];
    const { rows } = await this.pool.query<RateWindow & RateLimitOwner>({
      name,
      text: `select w.organization_id as "organizationId", w.api_key_id as "apiKeyId", c.window_of as "of", c.per,
               c.rate_limit as "limit", c.used, c.granted, c.free, c.resets_in_ms as "resetsInMs",
               (extract(epoch from c.resets_at) * 1000)::float8 as "resetsAtMs"
             from ${asked}, count_requests(w.organization_id, w.api_key_id, w.requests) c`,
      values,
    });
    return new Map(rows.map((window) => [nameOf(window), window]));
  }

  /** Returns requests that were reserved but not used. Owners and windows that no longer exist are skipped. */
  async returnUnused(unused: readonly RateWindowRequest[]): Promise<void> {
    await this.pool.query({
      name: 'return_requests',
      text: `select return_requests(w.organization_id, w.api_key_id, w.requests) from ${manyOwners}`,
      values: columnsOf(unused),
    });
  }
}

const singleOwner = '(select $1::uuid as organization_id, $2::uuid as api_key_id, $3::int as requests) w';
const manyOwners = 'unnest($1::uuid[], $2::uuid[], $3::int[]) as w (organization_id, api_key_id, requests)';

function columnsOf(requests: readonly RateWindowRequest[]): unknown[][] {
  const sorted = [...requests].sort((a, b) => (nameOf(a.owner) < nameOf(b.owner) ? -1 : 1));
  return [
    sorted.map(({ owner }) => owner.organizationId),
    sorted.map(({ owner }) => owner.apiKeyId),
    sorted.map((each) => each.requests),
  ];
}

const msPerSecond = 1_000;
const secondsPerMinute = 60;

/** What the body of a 429 says about the exceeded window. */
export type ExceededWindow = Pick<RateLimitStatus, 'limit' | 'remaining' | 'resetsAt' | 'resetsInMs'>;

/** Returns a 429 error. `problem` is a sentence without its end. */
export function rateLimitError(problem: string, { limit, remaining, resetsAt, resetsInMs }: ExceededWindow): ApiError {
  const retryAfter = Math.max(1, Math.ceil(resetsInMs / msPerSecond));
  const retryAfterMinutes = Math.ceil(retryAfter / secondsPerMinute);
  const minutes = retryAfterMinutes === 1 ? '1 minute' : `${retryAfterMinutes} minutes`;
  return new ApiError('RATE_LIMIT_EXCEEDED', `${problem}; try again in ${minutes}`, undefined, {
    retryAfter,
    retryAfterMinutes,
    limit,
    remaining,
    resetAt: resetsAt.toISOString(),
  });
}

const havingMade = {
  key: 'The API key has made its',
  organization: 'The organization, with all of its keys, has made its',
  person: 'You have made your',
} as const;

/** Returns the 429 error for a request that exceeds a window of its owner. */
export function exceededError(counted: RateLimitStatus): ApiError {
  return rateLimitError(`${havingMade[counted.of]} ${counted.limit} requests of this ${counted.per}`, counted);
}

/** Status of one request within the windows of its owner. */
/** SQL value: requests left in the window of a key, given a row of keys; null if no window has started. */
export const remainingRequestsSql = (key: string): string =>
  `(select greatest(0, ${key}.rate_limit - w.used) from rate_windows w
    where w.organization_id = ${key}.organization_id and w.api_key_id = ${key}.id
      and w.started_at + interval '1 hour' > clock_timestamp())`;

export interface RateLimitStatus extends WindowKind {
  readonly isAllowed: boolean;
  readonly limit: number;
  /** Requests left in the window after this one. */
  readonly remaining: number;
  readonly resetsAt: Date;
  /** Milliseconds from now to the end of the window. */
  readonly resetsInMs: number;
}

interface PendingRequest {
  readonly resolve: (counted: RateLimitStatus | null) => void;
  readonly reject: (error: unknown) => void;
}

interface Queue<Owner> {
  readonly owner: Owner;
  readonly requests: PendingRequest[];
}

interface ExhaustedWindow {
  readonly window: RateWindow;
  /** When the database was queried, in milliseconds of the clock used for `nowMs`. */
  readonly askedMs: number;
}

/** Requests granted by the last count of an owner. */
interface Grant<Owner> {
  readonly owner: Owner;
  readonly window: RateWindow;
  readonly askedMs: number;
  /** Granted requests that were used. */
  used: number;
}

/**
 * Counts the requests of owners (keys and organizations, or people) exactly, over all processes. A process has one statement in progress at
 * most. Requests that arrive meanwhile, for any key, are counted together by the next one, so that heavy traffic causes few statements. For
 * a busy key that is far from its limit, expected requests are reserved along with them. Unused ones are returned, and a changed limit
 * applies to what is counted afterwards. A used-up window stays so until it ends, so its requests are refused for up to a second without
 * querying the database.
 */
@Injectable()
export class RateLimiter<Owner = RateLimitOwner> extends PeriodicJob {
  /** Keyed by the name of the owner, like all of the following. */
  private waiting = new Map<string, Queue<Owner>>();
  private isProcessing = false;
  private readonly exhausted = new Map<string, ExhaustedWindow>();
  private readonly grants = new Map<string, Grant<Owner>>();

  protected override readonly isOfProcess = true;
  protected override readonly task = new PeriodicTask(
    'rate limits',
    'returning unused requests to the rate limit failed',
    limits.rateAheadLifeMs,
    () => this.sweep(),
  );

  constructor(@Inject(RateWindowStore) private readonly store: WindowStore<Owner>) {
    super();
  }

  /** Counts a request. `nowMs` comes from a monotonic clock. Returns `null` if there is no such owner. */
  consume(owner: Owner, nowMs: number): Promise<RateLimitStatus | null> {
    const name = this.store.nameOf(owner);
    const known = this.cachedRefusal(name, nowMs) ?? this.takeFromGrant(name, nowMs);
    if (known) return Promise.resolve(known);
    return new Promise((resolve, reject) => {
      const queue = this.waiting.get(name);
      if (queue) queue.requests.push({ resolve, reject });
      else this.waiting.set(name, { owner, requests: [{ resolve, reject }] });
      if (this.isProcessing) return;
      this.isProcessing = true;
      // Requests of the same turn of the event loop are counted together.
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

  private takeFromGrant(name: string, nowMs: number): RateLimitStatus | null {
    const found = this.grants.get(name);
    if (!found || found.used >= found.window.granted) return null;
    const ageMs = nowMs - found.askedMs;
    return ageMs < found.window.resetsInMs ? statusOf(found.window, found.used++, ageMs) : null;
  }

  private async processQueue(): Promise<void> {
    while (this.waiting.size > 0) {
      const batch = this.waiting;
      this.waiting = new Map();
      const askedMs = performance.now();
      for (const [name, queue] of batch) if (this.serveFromGrant(name, queue, askedMs)) batch.delete(name);
      if (batch.size === 0) continue;
      try {
        const wanted = [...batch].map(([name, { owner, requests }]) => ({
          owner,
          requests: requests.length + this.prefetchCount(name, askedMs),
        }));
        const windows = await this.store.consume(wanted);
        for (const [name, queue] of batch) this.resolveQueue(name, queue, windows.get(name) ?? null, askedMs);
      } catch (error) {
        for (const { requests } of batch.values()) for (const { reject } of requests) reject(error);
      }
    }
    this.isProcessing = false;
  }

  /**
   * Whether all waiting requests could be served from a grant that was reserved meanwhile. Counting them anew would discard the rest of
   * that grant.
   */
  private serveFromGrant(name: string, { requests }: Queue<Owner>, nowMs: number): boolean {
    while (requests.length > 0) {
      const status = this.takeFromGrant(name, nowMs);
      if (!status) return false;
      requests.shift()!.resolve(status);
    }
    return true;
  }

  /** Returns how many requests of an owner are expected in the next moment, judging by the last one. */
  private prefetchCount(name: string, nowMs: number): number {
    const last = this.grants.get(name);
    if (!last) return 0;
    const { free } = last.window;
    const expected = (last.used / Math.max(1, nowMs - last.askedMs)) * limits.rateAheadMs;
    return Math.floor(Math.min(limits.rateAhead, free * limits.rateAheadPart, expected));
  }

  private resolveQueue(
    name: string,
    { owner, requests }: Queue<Owner>,
    window: RateWindow | null,
    askedMs: number,
  ): void {
    this.grants.delete(name);
    if (window && window.granted < requests.length) this.cacheExhausted(name, { window, askedMs });
    else if (window) this.grants.set(name, { owner, window, askedMs, used: requests.length });
    requests.forEach(({ resolve }, index) => resolve(window && statusOf(window, index, 0)));
  }

  private cacheExhausted(name: string, usedUp: ExhaustedWindow): void {
    if (this.exhausted.size >= limits.apiKeyCacheEntries) this.exhausted.clear();
    this.exhausted.set(name, usedUp);
  }

  private async sweep(): Promise<void> {
    // Unused requests must be returned before the next count, otherwise it would report too few as remaining.
    if (this.isProcessing || this.grants.size === 0) return;
    this.isProcessing = true;
    await this.returnUnused(performance.now() - limits.rateAheadLifeMs);
    await this.processQueue();
  }

  /** Drops grants up to a given time, and returns their unused requests. If the database cannot be reached, these stay counted. */
  private async returnUnused(untilMs: number): Promise<void> {
    const old = [...this.grants].filter(([, { askedMs }]) => askedMs <= untilMs);
    for (const [name] of old) this.grants.delete(name);
    const unused = old.map(([, { owner, window, used: taken }]) => ({ owner, requests: window.granted - taken }));
    const some = unused.filter(({ requests }) => requests > 0);
    if (some.length > 0) await this.store.returnUnused(some).catch(() => undefined);
  }
}

function statusOf(window: RateWindow, index: number, ageMs: number): RateLimitStatus {
  if (index >= window.granted) return refusedStatus(window, ageMs);
  const { of, per, limit, used, granted, resetsAtMs, resetsInMs } = window;
  const remaining = limit - used + granted - index - 1;
  return { isAllowed: true, of, per, limit, remaining, resetsAt: new Date(resetsAtMs), resetsInMs: resetsInMs - ageMs };
}

const refusedStatus = ({ of, per, limit, resetsAtMs, resetsInMs }: RateWindow, ageMs: number): RateLimitStatus => ({
  isAllowed: false,
  of,
  per,
  limit,
  remaining: 0,
  resetsAt: new Date(resetsAtMs),
  resetsInMs: resetsInMs - ageMs,
});
