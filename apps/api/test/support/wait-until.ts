import { isWhole } from '@tamis/testkit';

/** How long anything is waited for that does not say otherwise: a test that hangs longer tells nothing. */
const usualMs = isWhole ? 3_600_000 : 120_000;

/** On a busy machine a second may be over before anybody was asked: looks count too. */
const leastLooks = 100;

/** Fails where it does not come true within a second of a machine that is not busy. */
export async function expectWithinOneSecond(holds: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + 1_000;
  for (let look = 0; look < leastLooks || performance.now() < endMs; look += 1) if (await holds()) return;
  expect(await holds()).toBe(true);
}

/** What is found, once it is something. */
export async function waitUntilFound<T>(find: () => Promise<readonly T[]>): Promise<readonly T[]> {
  let found: readonly T[] = [];
  const hasFound = async (): Promise<boolean> => (found = await find()).length > 0;
  await waitFor(hasFound, usualMs, find);
  return found;
}

/** Waits until it comes true; fails after `mostMs` with what it waited for. */
export const waitUntil = (holds: () => boolean | Promise<boolean>, mostMs = usualMs): Promise<void> =>
  waitFor(holds, mostMs, holds);

async function waitFor(holds: () => boolean | Promise<boolean>, mostMs: number, told: () => unknown): Promise<void> {
  // Made here, it names the line of the test.
  const inVain = new Error(`not within ${mostMs / 1_000} s: ${told.toString()}`);
  const started = performance.now();
  while (!(await holds())) {
    const waitedMs = performance.now() - started;
    if (waitedMs > mostMs) throw inVain;
    // What takes longer is not delayed by those who ask for it.
    await new Promise((resolve) => setTimeout(resolve, waitedMs < 500 ? 5 : 25));
  }
}
