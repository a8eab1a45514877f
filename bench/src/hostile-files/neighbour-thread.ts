// Sends small requests at even intervals until it is told to stop. It runs in a thread of its own, because the sender of large files blocks
// itself.
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

import { ApiClient } from '../entities/api-client.js';

const { port, key, everyMs } = workerData as { readonly port: number; readonly key: string; readonly everyMs: number };
const client = new ApiClient(port, key);
const times: number[] = [];
const sent: Promise<void>[] = [];
let isOver = false;
parentPort!.once('message', () => (isOver = true));

async function sendOne(dueMs: number): Promise<void> {
  try {
    await client.send({ method: 'GET', path: '/transactions?limit=1' });
  } catch {
    // The server has ended. The process counts that.
  }
  times.push(performance.now() - dueMs);
}

const start = performance.now();
for (let count = 0; !isOver; count += 1) {
  const dueMs = start + count * everyMs;
  await sleep(Math.max(0, dueMs - performance.now()));
  sent.push(sendOne(dueMs));
}
await Promise.all(sent);
client.close();
parentPort!.postMessage(times);
