import { setImmediate as nextTurn } from 'node:timers/promises';

import { limits } from '../limits.js';
import { requestsUnderWay } from './requests-under-way.js';

/**
 * Yields to other tasks after work since `sinceMs`. A turn of the event loop executes only one step of each task, and a request has
 * several. While a request is in flight, the work therefore also waits, for at most `share` of the time it took.
 */
export async function giveWay(sinceMs: number, share: number): Promise<void> {
  await nextTurn();
  const mostMs = Math.min(limits.longestRestMs, (performance.now() - sinceMs) * share);
  // Timers have a minimum of one millisecond.
  if (mostMs >= 1) await requestsUnderWay.whenNone(mostMs);
}

/** Milliseconds of a time slice. Others wait at most this long, plus one step. */
const sliceMs = 10;

/** Executes work in steps, and yields to pending tasks after each time slice. */
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
