import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `condition` holds. Fails after ten seconds. */
export async function until(what: string, condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await sleep(2);
  }
}
