/** Fails where it does not come true within a second. */
export async function expectWithinOneSecond(holds: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + 1_000;
  while (performance.now() < endMs) if (await holds()) return;
  expect(await holds()).toBe(true);
}

/** What is found after at most two seconds. */
export async function waitUntilFound<T>(find: () => Promise<readonly T[]>): Promise<readonly T[]> {
  for (let n = 0; n < 100; n += 1) {
    const found = await find();
    if (found.length > 0) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return find();
}

/** Waits until it comes true, as long as the test may take. */
export async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}
