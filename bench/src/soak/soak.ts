import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { withApiServer } from '../api-server.js';
import { ApiClient, type ApiRequest } from '../entities/api-client.js';

interface Sample {
  readonly minute: number;
  readonly mb: number;
}

/** Megabytes a minute, by least squares. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [minute, mb] = [mean(samples.map((each) => each.minute)), mean(samples.map((each) => each.mb))];
  const spread = samples.reduce((sum, each) => sum + (each.minute - minute) ** 2, 0);
  return samples.reduce((sum, each) => sum + (each.minute - minute) * (each.mb - mb), 0) / spread;
}

export interface SoakOptions {
  readonly minutes: number;
  readonly connections: number;
}

const maxMbPerMinute = 1;
const targetSamples = 120;
/** A process that has just started grows until its caches and its heap are as large as they need to be. */
const warmUpShare = 1 / 3;

const source = `rule soak_velocity "Many payments of one customer" {
  on transaction (created)
  let n = count(transactions from origin in last 1h)
  when n >= 5 and transaction.amount >= 100 USD
  then alert LOW "{n} payments"
}`;

/**
 * Sends payments, lists and requests that are wrong to one server for as long as asked, and prints how the memory of its process
 * grows. Ends with an error where it grows by a megabyte a minute, or where a request is answered with a status of 500 or more.
 */
export async function soak({ minutes, connections }: SoakOptions): Promise<void> {
  await withApiServer({ name: 'soak', settings: { max_connections: '100' } }, async ({ key, start }) => {
    const { pid, port } = await start();
    const client = new ApiClient(port, key);
    const { rule } = JSON.parse((await client.send({ method: 'POST', path: '/rules', body: { source } })).text) as {
      readonly rule: { readonly id: string };
    };
    const published = await client.send({ method: 'PATCH', path: `/rules/${rule.id}`, body: { status: 'active' } });
    if (published.status !== 200) throw new Error(`the rule was not published: ${published.text}`);
    const endMs = performance.now() + minutes * 60_000;
    const load = loadUntil(client, endMs, connections);
    const samples = await sampleUntil(pid, endMs, minutes);
    const { sent, failed } = await load;
    client.close();
    const steady = samples.slice(Math.floor(samples.length * warmUpShare));
    const slope = slopeOf(steady);
    const holds = slope < maxMbPerMinute && failed === 0;
    console.log(
      `${sent} requests in ${minutes} minutes, ${failed} answered with 500 or more\n` +
        `resident memory: ${steady[0]!.mb.toFixed(0)} MB after the first third, ${steady.at(-1)!.mb.toFixed(0)} MB at the end, ` +
        `${slope.toFixed(2)} MB a minute (must stay below ${maxMbPerMinute})`,
    );
    if (!holds) process.exitCode = 1;
  });
}

async function sampleUntil(pid: number, endMs: number, minutes: number): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  const startMs = performance.now();
  while (performance.now() < endMs) {
    samples.push({ minute: (performance.now() - startMs) / 60_000, mb: residentMb(pid) });
    await sleep((minutes * 60_000) / targetSamples);
  }
  return samples;
}

const residentMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;

async function loadUntil(
  client: ApiClient,
  endMs: number,
  connections: number,
): Promise<{ readonly sent: number; readonly failed: number }> {
  let [sent, failed] = [0, 0];
  const work = async (): Promise<void> => {
    while (performance.now() < endMs) {
      sent += 1;
      const { status } = await client.send(requestOf(sent));
      if (status >= 500) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return { sent, failed };
}

/** Mostly payments; each tenth request is a list, one that is wrong, or one to no route. */
function requestOf(n: number): ApiRequest {
  const customer = `customer-${n % 1_000}`;
  if (n % 30 === 0) return { method: 'GET', path: `/transactions?limit=20&search=${customer}` };
  if (n % 30 === 10) return { method: 'POST', path: '/transactions', body: { type: 'UNKNOWN', amount: 'much' } };
  if (n % 30 === 20) return { method: 'GET', path: `/no/such/route/${n}` };
  const body = {
    externalId: `soak-${n}`,
    type: 'PAYMENT',
    amount: n % 500,
    currency: 'USD',
    originExternalId: customer,
  };
  return { method: 'POST', path: '/transactions', body };
}
