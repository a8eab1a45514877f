import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

import type { ApiServer } from '../api-server.js';
import { quantile } from '../pool/quantile.js';

/** The waiting times of a neighbour, and the peak memory of the server in the meantime. */
export interface NeighbourFigures {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly requests: number;
  readonly peakRssMb: number;
}

/** Interval between requests, which are due whether or not there was a response to the one before. */
const everyMs = 20;

export function rssMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

/** Sends small requests of another organization while something else is going on, and measures each from when it was due. */
export async function measureNeighbour(
  { port, pid }: ApiServer,
  key: string,
  work: () => Promise<unknown>,
): Promise<NeighbourFigures> {
  const thread = new Worker(new URL('./neighbour-thread.js', import.meta.url), { workerData: { port, key, everyMs } });
  let peakRssMb = rssMb(pid);
  const watch = setInterval(() => (peakRssMb = Math.max(peakRssMb, rssMb(pid))), everyMs);
  await once(thread, 'online');
  await work();
  clearInterval(watch);
  thread.postMessage('stop');
  const [times] = (await once(thread, 'message')) as [readonly number[]];
  return { p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99), requests: times.length, peakRssMb };
}
