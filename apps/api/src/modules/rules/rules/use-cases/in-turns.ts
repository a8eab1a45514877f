import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Steps } from '@tamis/lang';

/** Completes work in steps, with a turn of the event loop for each, so that other requests do not wait for all of it. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}

/** Collects generated items, with a turn of the event loop for each. */
export async function collectInTurns<T>(items: Iterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for (const item of items) {
    found.push(item);
    await nextTurn();
  }
  return found;
}

/** Maps items, with a turn of the event loop for each. */
export const mapInTurns = <T, R>(items: readonly T[], map: (item: T) => R): Promise<readonly R[]> =>
  collectInTurns(
    (function* mapped() {
      for (const item of items) yield map(item);
    })(),
  );
