import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

import { limits } from '../limits.js';
import { requestRate } from './request-rate.js';

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

/** So long others wait at most, and a step more. */
const sliceMs = 10;

/** Does work in steps, and lets whatever came meanwhile have its turn after each slice of it. */
export async function inSlices<T>(steps: Iterator<unknown, T>): Promise<T> {
  let begun = performance.now();
  let step = steps.next();
  while (!step.done) {
    if (performance.now() - begun >= sliceMs) {
      await nextTurn();
      begun = performance.now();
    }
    step = steps.next();
  }
  return step.value;
}
