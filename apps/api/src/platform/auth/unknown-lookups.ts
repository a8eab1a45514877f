import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

import { limits } from '../limits.js';
import { Admission } from '../load/index.js';
import { rateLimitError } from '../rate-limits/index.js';
import { networkOf } from './addresses.js';

/** Look-ups of an address that found nothing. */
interface FailedLookups {
  readonly startedMs: number;
  count: number;
}

/**
 * Bounds what credentials that this process has never seen cost the database: few of one address in a minute, and few at once of all.
 * What is found counts for nothing, so that whoever has credentials is kept from nothing.
 */
@Injectable()
export class UnknownLookups {
  private readonly failed = new LRUCache<string, FailedLookups>({ max: limits.unknownLookups.networks });
  private readonly admission = new Admission(limits.unknownLookups);

  /** Throws 429 for an address that asked for too much, and 503 where too many wait. */
  async admit<T>(address: string, nowMs: number, find: () => Promise<T | null>): Promise<T | null> {
    const network = networkOf(address);
    this.assertMayFail(network, nowMs);
    return this.admission.withPlace(network, async () => {
      // Others of the address may have been there before.
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
  rateLimitError('This address has sent too many keys and sessions that do not exist', {
    limit: limits.unknownLookups.perWindow,
    remaining: 0,
    resetsAt: new Date(Date.now() + resetsInMs),
    resetsInMs,
  });
