import type { FastifyRequest } from 'fastify';

import { limits } from '../limits.js';
import type { ApiError } from '../http/index.js';
import { overloadedError } from '../load/index.js';
import { rateLimitError } from '../rate-limits/index.js';
import { networkOf } from './addresses.js';
import { clientAddressOf } from './principal.js';

/** The party that a request in progress is counted for. */
export interface Requester {
  readonly owner: string;
  /** Whether the caller is known; if not, the address is used instead. */
  readonly isKnown: boolean;
}

/** Returns the sender of a request, once its key and session have been looked up. */
export function requesterOf(request: FastifyRequest): Requester {
  const { keyOutcome, person } = request;
  if (keyOutcome && 'key' in keyOutcome) return { owner: keyOutcome.key.organizationId, isKnown: true };
  if (person) return { owner: `user ${person.userId}`, isKnown: true };
  return { owner: `address ${networkOf(clientAddressOf(request))}`, isKnown: false };
}

/**
 * Limits concurrent requests of unknown callers, from their headers to the response. Each address gets only a few, so that no single one
 * uses up the total.
 */
export class UnknownRequests {
  private readonly byOwner = new Map<string, number>();
  private all = 0;

  /**
   * Counts a request. Throws 429 if the address has too many, and 503 if there are too many in total. The returned function ends the
   * request.
   */
  enter(owner: string): () => void {
    const { perAddress, all } = limits.unknownRequests;
    const ofOwner = this.byOwner.get(owner) ?? 0;
    if (ofOwner >= perAddress) throw tooManyError();
    if (this.all >= all) throw overloadedError();
    this.byOwner.set(owner, ofOwner + 1);
    this.all += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.all -= 1;
      const left = this.byOwner.get(owner)! - 1;
      if (left === 0) this.byOwner.delete(owner);
      else this.byOwner.set(owner, left);
    };
  }
}

const tooManyError = (): ApiError => {
  const resetsInMs = 1_000 * limits.busyRetrySeconds;
  return rateLimitError('This address has reached the maximum number of requests in progress without a key', {
    limit: limits.unknownRequests.perAddress,
    remaining: 0,
    resetsAt: new Date(Date.now() + resetsInMs),
    resetsInMs,
  });
};
