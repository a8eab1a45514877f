// Sends payments at regular intervals until it is stopped, in a separate thread, and monitors the memory of the server meanwhile.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const { url, key, pid, everyMs, name } = workerData;
const agent = new Agent({ keepAlive: true });
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
const times = [];
const failures = [];
let peakRssMb = 0;
let isOver = false;
parentPort.once('message', () => (isOver = true));

const rssMb = () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;

/** Resolves to `null` if there was no response. */
const statusOf = (body) =>
  new Promise((resolve) => {
    const asked = request(`${url}/transactions`, { method: 'POST', agent, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    });
    asked.once('error', () => resolve(null));
    asked.end(JSON.stringify(body));
  });

async function sendOne(count, dueMs) {
  const status = await statusOf({ externalId: `${name}-${count}`, type: 'PAYMENT', amount: 10, currency: 'USD' });
  times.push(performance.now() - dueMs);
  if (status !== 201) failures.push(status);
}

const sent = [];
const startMs = performance.now();
for (let count = 0; !isOver; count += 1) {
  const dueMs = startMs + count * everyMs;
  await sleep(Math.max(0, dueMs - performance.now()));
  peakRssMb = Math.max(peakRssMb, rssMb());
  sent.push(sendOne(count, dueMs));
}
await Promise.all(sent);
agent.destroy();
parentPort.postMessage({ times, failures, peakRssMb });
