import { setImmediate } from 'node:timers/promises';

/** So long others wait at most, and a step more. */
const sliceMs = 10;

/** Does work in steps, and lets whatever came meanwhile have its turn after each slice of it. */
export async function inSlices<T>(steps: Iterator<unknown, T>): Promise<T> {
  let begun = performance.now();
  let step = steps.next();
  while (!step.done) {
    if (performance.now() - begun >= sliceMs) {
      await setImmediate();
      begun = performance.now();
    }
    step = steps.next();
  }
  return step.value;
}
