import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { ApiClient } from '../entities/api-client.js';
import type { ApiServer } from '../api-server.js';
import { quantile } from '../pool/quantile.js';

/** What a neighbour waited, and the most memory that the server had meanwhile. */
export interface NeighbourFigures {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly requests: number;
  readonly peakRssMb: number;
}

/** Between two requests, which are due whether or not the one before was answered. */
const everyMs = 20;

export function rssMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

/** Sends small requests of another organization at even distances while something goes on, and measures each from when it was due. */
export async function measureNeighbour(
  { port, pid }: ApiServer,
  key: string,
  work: () => Promise<unknown>,
): Promise<NeighbourFigures> {
  const client = new ApiClient(port, key);
  const times: number[] = [];
  const sent: Promise<void>[] = [];
  let isOver = false;
  let peakRssMb = rssMb(pid);
  void work().finally(() => (isOver = true));
  const start = performance.now();
  for (let count = 0; !isOver; count += 1) {
    const dueMs = start + count * everyMs;
    await sleep(Math.max(0, dueMs - performance.now()));
    peakRssMb = Math.max(peakRssMb, rssMb(pid));
    sent.push(sendOne(client, dueMs, times));
  }
  await Promise.all(sent);
  client.close();
  return { p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99), requests: times.length, peakRssMb };
}

async function sendOne(client: ApiClient, dueMs: number, times: number[]): Promise<void> {
  try {
    await client.send({ method: 'GET', path: '/transactions?limit=1' });
  } catch {
    // The server ended: who counts that is told by its process.
  }
  times.push(performance.now() - dueMs);
}
