import { setImmediate as nextTurn } from 'node:timers/promises';

import { limits } from '../limits.js';
import { requestsUnderWay } from './requests-under-way.js';

/**
 * Lets others have their turn after work since `sinceMs`. One turn is one step of each of them, and a request has several: while somebody
 * waits for an answer, the work waits too, for a share of the time that it took at most.
 */
export async function giveWay(sinceMs: number, share: number): Promise<void> {
  await nextTurn();
  const mostMs = Math.min(limits.longestRestMs, (performance.now() - sinceMs) * share);
  // No timer is shorter than a millisecond.
  if (mostMs >= 1) await requestsUnderWay.whenNone(mostMs);
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
