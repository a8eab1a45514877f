import { isWhole } from '@tamis/testkit';

/** The default time to wait for anything: a test that hangs for longer gives no information. */
const usualMs = isWhole ? 3_600_000 : 120_000;

/** On a busy machine a second may pass before the first check, so that the number of checks also counts. */
const leastLooks = 100;

/** Fails if the condition does not become true within a second on a machine that is not busy. */
export async function expectWithinOneSecond(holds: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + 1_000;
  for (let look = 0; look < leastLooks || performance.now() < endMs; look += 1) if (await holds()) return;
  expect(await holds()).toBe(true);
}

/** Returns the result as soon as it is not empty. */
export async function waitUntilFound<T>(find: () => Promise<readonly T[]>): Promise<readonly T[]> {
  let found: readonly T[] = [];
  const hasFound = async (): Promise<boolean> => (found = await find()).length > 0;
  await waitFor(hasFound, usualMs, find);
  return found;
}

/** Waits until the condition is true; fails after `mostMs` with a description of the condition. */
export const waitUntil = (holds: () => boolean | Promise<boolean>, mostMs = usualMs): Promise<void> =>
  waitFor(holds, mostMs, holds);

async function waitFor(holds: () => boolean | Promise<boolean>, mostMs: number, told: () => unknown): Promise<void> {
  // The error is created here so that it names the line of the test.
  const inVain = new Error(`not within ${mostMs / 1_000} s: ${told.toString()}`);
  const started = performance.now();
  while (!(await holds())) {
    const waitedMs = performance.now() - started;
    if (waitedMs > mostMs) throw inVain;
    // Longer operations should not be delayed by frequent checks.
    await new Promise((resolve) => setTimeout(resolve, waitedMs < 500 ? 5 : 25));
  }
}
