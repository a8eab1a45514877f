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
 * Counts the requests of keys, exactly, over all processes. At most one statement per key and process is under way: requests that
 * come meanwhile are counted together by the next one, so a flood of one key is few statements. A window that is used up stays so
 * until it ends, so for a second at most its refusals are given without asking.
 */
@Injectable()
export class RateLimiter {
  /** By the hash of the key, in hexadecimal; an entry for as long as a statement is under way. */
  private readonly waiting = new Map<string, Waiting[]>();
  private readonly usedUp = new Map<string, UsedUp>();

  constructor(private readonly store: RateWindowStore) {}

  /** `nowMs`: a clock that only goes forward. Null: no key has this hash. */
  count(hash: Buffer, nowMs: number): Promise<CountedRequest | null> {
    const name = hash.toString('hex');
    const refused = this.remembered(name, nowMs);
    if (refused) return Promise.resolve(refused);
    return new Promise((resolve, reject) => {
      const queue = this.waiting.get(name);
      if (queue) queue.push({ resolve, reject });
      else {
        this.waiting.set(name, [{ resolve, reject }]);
        void this.work(name, hash);
      }
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

  private async work(name: string, hash: Buffer): Promise<void> {
    for (;;) {
      const batch = this.waiting.get(name)!;
      if (batch.length === 0) break;
      this.waiting.set(name, []);
      const askedMs = performance.now();
      try {
        const window = await this.store.count(hash, batch.length);
        if (window && window.granted < batch.length) this.remember(name, { window, askedMs });
        batch.forEach(({ resolve }, index) => resolve(window && countedRequest(window, index)));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.waiting.delete(name);
  }

  private remember(name: string, usedUp: UsedUp): void {
    if (this.usedUp.size >= limits.apiKeyCacheEntries) this.usedUp.clear();
    this.usedUp.set(name, usedUp);
  }
}

function countedRequest(window: CountedWindow, index: number): CountedRequest {
  if (index >= window.granted) return refusal(window, 0);
  const { limit, used, granted, resetsAt, resetsInMs } = window;
  return { passes: true, limit, remaining: limit - used + granted - index - 1, resetsAt, resetsInMs };
}

const refusal = ({ limit, resetsAt, resetsInMs }: CountedWindow, ageMs: number): CountedRequest => ({
  passes: false,
  limit,
  remaining: 0,
  resetsAt,
  resetsInMs: resetsInMs - ageMs,
});
