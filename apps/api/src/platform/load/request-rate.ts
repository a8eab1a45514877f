import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

import { limits } from '../limits.js';

const windowMs = 1_000;

/** How many requests came lately, so that work in the background gives way to those who wait for an answer. */
export class RequestRate {
  private startedMs = -Infinity;
  private count = 0;
  private countBefore = 0;

  note(nowMs = performance.now()): void {
    this.advance(nowMs);
    this.count += 1;
  }

  /** Whether there were so many, in the second that goes on or in the one before. */
  isAtLeast(perSecond: number, nowMs = performance.now()): boolean {
    this.advance(nowMs);
    return Math.max(this.count, this.countBefore) >= perSecond;
  }

  private advance(nowMs: number): void {
    const passedMs = nowMs - this.startedMs;
    if (passedMs < windowMs) return;
    this.countBefore = passedMs < 2 * windowMs ? this.count : 0;
    this.count = 0;
    this.startedMs = nowMs;
  }
}

/** Of this process; who watches the server does not count. */
export const requestRate = new RequestRate();

/**
 * Lets others have their turn after work since `sinceMs`; while they ask for something, for a share of the time that it took: one turn is
 * one step of each of them, and a request has several.
 */
export async function giveWay(sinceMs: number, share: number): Promise<void> {
  const { requestsPerSecond, mostMs } = limits.batchRest;
  const restMs = Math.min(mostMs, (performance.now() - sinceMs) * share);
  // No timer is shorter than a millisecond.
  if (restMs < 1 || !requestRate.isAtLeast(requestsPerSecond)) await nextTurn();
  else await sleep(restMs);
}
