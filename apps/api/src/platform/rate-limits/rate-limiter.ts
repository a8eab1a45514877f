import { Injectable } from '@nestjs/common';

import { limits } from '../limits.js';
import { type CountedWindow, RateWindowStore } from './rate-window-store.js';

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

/**
 * Counts the requests of keys, exactly, over all processes. One statement of a process is under way at most: requests that come
 * meanwhile, of whatever keys, are counted together by the next one, so that much traffic is few statements. A window that is used
 * up stays so until it ends, so for a second at most its refusals are given without asking.
 */
@Injectable()
export class RateLimiter {
  /** By the hash of the key, in hexadecimal. */
  private waiting = new Map<string, Waiting[]>();
  private working = false;
  private readonly usedUp = new Map<string, UsedUp>();

  constructor(private readonly store: RateWindowStore) {}

  /** `hash`: of the key, in hexadecimal. `nowMs`: a clock that only goes forward. Null: no key has this hash. */
  count(hash: string, nowMs: number): Promise<CountedRequest | null> {
    const refused = this.remembered(hash, nowMs);
    if (refused) return Promise.resolve(refused);
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

  private remembered(name: string, nowMs: number): CountedRequest | null {
    const found = this.usedUp.get(name);
    if (!found) return null;
    const ageMs = nowMs - found.askedMs;
    if (ageMs < Math.min(limits.rateRefusalCacheMs, found.window.resetsInMs)) return refusal(found.window, ageMs);
    this.usedUp.delete(name);
    return null;
  }

  private async work(): Promise<void> {
    while (this.waiting.size > 0) {
      const batch = this.waiting;
      this.waiting = new Map();
      const askedMs = performance.now();
      try {
        const windows = await this.store.count([...batch].map(([hash, { length }]) => ({ hash, requests: length })));
        for (const [hash, queue] of batch) this.answer(hash, queue, windows.get(hash) ?? null, askedMs);
      } catch (error) {
        for (const { reject } of [...batch.values()].flat()) reject(error);
      }
    }
    this.working = false;
  }

  private answer(hash: string, queue: readonly Waiting[], window: CountedWindow | null, askedMs: number): void {
    if (window && window.granted < queue.length) this.remember(hash, { window, askedMs });
    queue.forEach(({ resolve }, index) => resolve(window && countedRequest(window, index)));
  }

  private remember(name: string, usedUp: UsedUp): void {
    if (this.usedUp.size >= limits.apiKeyCacheEntries) this.usedUp.clear();
    this.usedUp.set(name, usedUp);
  }
}

function countedRequest(window: CountedWindow, index: number): CountedRequest {
  if (index >= window.granted) return refusal(window, 0);
  const { limit, used, granted, resetsAtMs, resetsInMs } = window;
  const remaining = limit - used + granted - index - 1;
  return { passes: true, limit, remaining, resetsAt: new Date(resetsAtMs), resetsInMs };
}

const refusal = ({ limit, resetsAtMs, resetsInMs }: CountedWindow, ageMs: number): CountedRequest => ({
  passes: false,
  limit,
  remaining: 0,
  resetsAt: new Date(resetsAtMs),
  resetsInMs: resetsInMs - ageMs,
});
