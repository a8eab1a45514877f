import { readdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import { type ApiServer, withApiServer } from '../api-server.js';
import { ApiClient, type ApiRequest } from '../entities/api-client.js';
import { machine, machineLine } from '../machine.js';

export interface SoakOptions {
  readonly minutes: number;
  readonly connections: number;
  readonly json: string | null;
}

/** Measurements of one server process at the end of a minute. */
interface Minute {
  readonly minute: number;
  readonly rssMb: number;
  /** Minimum of the minute: what remains after garbage collection. */
  readonly heapMb: number;
  /** Minimum of the minute. */
  readonly activeResources: number;
  readonly openFiles: number;
  readonly requests: number;
  readonly publications: number;
  /** Responses with a status of 500 or more. */
  readonly failed: number;
}

type Measured = 'rssMb' | 'heapMb' | 'activeResources' | 'openFiles';

/** Maximum growth of each per minute. */
const mostGrowth: Readonly<Record<Measured, number>> = { rssMb: 1, heapMb: 0.5, activeResources: 0.5, openFiles: 0.5 };
/** A newly started process grows until its caches and its heap have reached their working size. */
const warmUpMinutes = 10;
const looksPerMinute = 30;
const publishEveryMs = 10_000;

const source = `rule soak_velocity "Many payments of one customer" {
  on transaction (created)
  let n = count(transactions from origin in last 1h)
  when n >= 5 and transaction.amount >= least
  then alert LOW "{n} payments"
}`;

/**
 * Sends payments, list requests, invalid requests and publications to one server for the given time, and prints the resources of its
 * process every minute. Fails if they grow after the tenth minute (in a short run: after the first third), or if a response has a status of
 * 500 or more.
 */
export async function soak({ minutes, connections, json }: SoakOptions): Promise<void> {
  await withApiServer({ name: 'soak', settings: { max_connections: '100' } }, async ({ key, start }) => {
    const server = await start();
    const load = loadavg()[0]!;
    const client = new ApiClient(server.port, key);
    const busy = new Soak(server, client);
    await busy.prepare();
    const seen = await busy.watch(minutes, connections);
    client.close();
    const first = Math.min(warmUpMinutes, Math.floor(seen.length / 3));
    const growth = growthOf(seen.slice(first));
    const failed = seen.reduce((sum, minute) => sum + minute.failed, 0);
    const grown = (Object.keys(growth) as Measured[]).filter((name) => growth[name] > mostGrowth[name]);
    console.log(machineLine(load));
    console.log(
      `growth a minute after minute ${first}: ${JSON.stringify(growth)}, at most ${JSON.stringify(mostGrowth)}`,
    );
    console.log(
      `${failed} requests answered with 500 or more${grown.length > 0 ? `; GROWS: ${grown.join(', ')}` : ''}`,
    );
    if (json !== null)
      writeFileSync(json, `${JSON.stringify({ machine: machine(), load, growth, failed, minutes: seen }, null, 2)}\n`);
    if (grown.length > 0 || failed > 0) process.exitCode = 1;
  });
}

/** Growth by least squares. */
function growthOf(minutes: readonly Minute[]): Record<Measured, number> {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = mean(minutes.map(({ minute }) => minute));
  const spread = minutes.reduce((sum, { minute }) => sum + (minute - middle) ** 2, 0);
  const slopeOf = (name: Measured): number => {
    const usual = mean(minutes.map((each) => each[name]));
    const rise = minutes.reduce((sum, each) => sum + (each.minute - middle) * (each[name] - usual), 0);
    return spread === 0 ? 0 : Number((rise / spread).toFixed(3));
  };
  const names = Object.keys(mostGrowth) as Measured[];
  return Object.fromEntries(names.map((name) => [name, slopeOf(name)])) as Record<Measured, number>;
}

class Soak {
  private requests = 0;
  private publications = 0;
  private failed = 0;

  constructor(
    private readonly server: ApiServer,
    private readonly client: ApiClient,
  ) {}

  async prepare(): Promise<void> {
    await this.publish();
    const created = await this.client.send({ method: 'POST', path: '/rules', body: { source } });
    const { rule } = JSON.parse(created.text) as { readonly rule?: { readonly id: string } };
    if (!rule) throw new Error(`the rule was not created: ${created.text}`);
    await this.client.sendAll([{ method: 'PATCH', path: `/rules/${rule.id}`, body: { status: 'active' } }], 1, 200);
  }

  /** Returns the measurements of each minute, which are printed as they are taken. */
  async watch(minutes: number, connections: number): Promise<readonly Minute[]> {
    const endMs = performance.now() + minutes * 60_000;
    const lanes = Array.from({ length: connections }, () => this.sendUntil(endMs));
    const seen: Minute[] = [];
    const watching = (async () => {
      while (performance.now() < endMs) {
        seen.push(await this.watchMinute(seen.length + 1));
        if (seen.length === 1) console.log(Object.keys(seen[0]!).join('\t'));
        console.log(Object.values(seen.at(-1)!).join('\t'));
      }
    })();
    await Promise.all([...lanes, this.publishUntil(endMs), watching]);
    return seen;
  }

  private async watchMinute(minute: number): Promise<Minute> {
    const [requests, publications, failed] = [this.requests, this.publications, this.failed];
    let [heapMb, rssMb, activeResources] = [Infinity, 0, Infinity];
    for (let look = 0; look < looksPerMinute; look += 1) {
      await sleep(60_000 / looksPerMinute);
      const valueOf = await this.metrics();
      heapMb = Math.min(heapMb, valueOf('nodejs_heap_size_used_bytes') / 1_048_576);
      rssMb = valueOf('process_resident_memory_bytes') / 1_048_576;
      activeResources = Math.min(activeResources, valueOf('nodejs_active_resources_total'));
    }
    return {
      minute,
      rssMb: Math.round(rssMb),
      heapMb: Math.round(heapMb),
      activeResources,
      openFiles: readdirSync(`/proc/${this.server.pid}/fd`).length,
      requests: this.requests - requests,
      publications: this.publications - publications,
      failed: this.failed - failed,
    };
  }

  private async metrics(): Promise<(name: string) => number> {
    const { text } = await this.client.send({ method: 'GET', path: '/metrics' });
    return (name) => {
      const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
      if (found === undefined) throw new Error(`the server does not measure ${name}`);
      return Number(found);
    };
  }

  private async sendUntil(endMs: number): Promise<void> {
    while (performance.now() < endMs) {
      this.requests += 1;
      const { status } = await this.client.send(requestOf(this.requests));
      if (status >= 500) this.failed += 1;
    }
  }

  private async publishUntil(endMs: number): Promise<void> {
    while (performance.now() < endMs) {
      await this.publish();
      await sleep(Math.min(publishEveryMs, Math.max(0, endMs - performance.now())));
    }
  }

  /** Changes the meaning of the rule each time. */
  private async publish(): Promise<void> {
    const { text } = await this.client.send({ method: 'GET', path: '/rules/library' });
    const { version: ifVersion } = JSON.parse(text) as { readonly version: number };
    const body = { source: `const least = ${100 + (this.publications % 50)} USD\n`, ifVersion };
    await this.client.sendAll([{ method: 'PUT', path: '/rules/library', body }], 1, 200);
    this.publications += 1;
  }
}

/** Mostly payments. Every tenth request is for a list, invalid, or to an unknown route. */
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
