import type { FastifyRequest } from 'fastify';

import { limits } from '../limits.js';
import type { ApiError } from '../http/index.js';
import { overloadedError } from '../load/index.js';
import { rateLimitError } from '../rate-limits/index.js';
import { networkOf } from './addresses.js';
import { clientAddressOf } from './principal.js';

/** Whom a request is counted for among those that are under way. */
export interface Requester {
  readonly owner: string;
  /** Whether it is known who it is; else the address stands for them. */
  readonly isKnown: boolean;
}

/** Who sent a request, once its key and its session have been looked for. */
export function requesterOf(request: FastifyRequest): Requester {
  const { keyOutcome, person } = request;
  if (keyOutcome && 'key' in keyOutcome) return { owner: keyOutcome.key.organizationId, isKnown: true };
  if (person) return { owner: `user ${person.userId}`, isKnown: true };
  return { owner: `address ${networkOf(clientAddressOf(request))}`, isKnown: false };
}

/** Requests of nobody who is known, from their head to their answer: few of one address, so that none holds what all have. */
export class UnknownRequests {
  private readonly byOwner = new Map<string, number>();
  private all = 0;

  /** Throws 429 for an address that has too many, and 503 where all together are too many. What is returned ends one. */
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
  return rateLimitError('This address has as many requests without a key under way as it may have', {
    limit: limits.unknownRequests.perAddress,
    remaining: 0,
    resetsAt: new Date(Date.now() + resetsInMs),
    resetsInMs,
  });
};
