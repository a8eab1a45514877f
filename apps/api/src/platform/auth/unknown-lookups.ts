import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

import { limits } from '../limits.js';
import { Admission } from '../load/index.js';
import { rateLimitError } from '../rate-limits/index.js';
import { networkOf } from './addresses.js';

/** Failed look-ups of an address. */
interface FailedLookups {
  readonly startedMs: number;
  count: number;
}

/**
 * Limits what credentials that this process has never seen cost the database: few failed look-ups per address and minute, and few
 * concurrent ones in total. Successful look-ups do not count, so that callers with valid credentials are not held up.
 */
@Injectable()
export class UnknownLookups {
  private readonly failed = new LRUCache<string, FailedLookups>({ max: limits.unknownLookups.networks });
  private readonly admission = new Admission(limits.unknownLookups);

  /** Throws 429 if the address has had too many failed look-ups, and 503 if too many look-ups are waiting. */
  async admit<T>(address: string, nowMs: number, find: () => Promise<T | null>): Promise<T | null> {
    const network = networkOf(address);
    this.assertMayFail(network, nowMs);
    return this.admission.withPlace(network, async () => {
      // Other look-ups of the address may have failed while this one was waiting.
      const failed = this.assertMayFail(network, nowMs);
      const found = await find();
      if (found === null) {
        failed.count += 1;
        this.failed.set(network, failed);
      }
      return found;
    });
  }

  private assertMayFail(network: string, nowMs: number): FailedLookups {
    const { perWindow, windowMs } = limits.unknownLookups;
    const known = this.failed.get(network);
    if (!known || nowMs - known.startedMs >= windowMs) return { startedMs: nowMs, count: 0 };
    if (known.count >= perWindow) throw tooManyError(known.startedMs + windowMs - nowMs);
    return known;
  }
}

const tooManyError = (resetsInMs: number): Error =>
  rateLimitError('This address has sent too many unknown keys and sessions', {
    limit: limits.unknownLookups.perWindow,
    remaining: 0,
    resetsAt: new Date(Date.now() + resetsInMs),
    resetsInMs,
  });
