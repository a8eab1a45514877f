import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { quantile } from '../pool/quantile.js';

const everyMs = 20;
const bytes = 8_192;

/**
 * Returns the result of `work`, and the 99th percentile of concurrent synchronous disk writes, as each commit makes them: when the disk
 * stalls, all commits stall.
 */
export async function besideDiskWrites<T>(folder: string, work: () => Promise<T>): Promise<[T, number]> {
  const own = mkdtempSync(join(folder, 'disk-writes-'));
  const file = await open(join(own, 'file'), 'w');
  const times: number[] = [];
  let isOver = false;
  const writing = (async () => {
    const buffer = Buffer.alloc(bytes, 1);
    await file.write(buffer, 0, bytes, 0);
    await file.sync();
    while (!isOver) {
      const began = performance.now();
      await file.write(buffer, 0, bytes, 0);
      await file.datasync();
      times.push(performance.now() - began);
      await sleep(everyMs);
    }
  })();
  try {
    return await Promise.all([
      work().finally(() => (isOver = true)),
      writing.then(() => Math.round(quantile(times, 0.99) * 10) / 10),
    ]);
  } finally {
    isOver = true;
    await file.close();
    rmSync(own, { recursive: true });
  }
}
