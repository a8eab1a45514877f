import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';

import { withApiServer } from '../api-server.js';
import { postgresCpuUs, processCpuUs } from '../edge/postgres-cpu.js';
import { ApiClient, type ApiRequest } from '../entities/api-client.js';
import { machine, machineLine } from '../machine.js';
import { quantile } from '../pool/quantile.js';
import { seededRandom } from '../random.js';

export interface ListsBenchOptions {
  /** Number of items in the list. */
  readonly items: number;
  /** Payments of each kind per round. */
  readonly requests: number;
  readonly rounds: number;
  readonly seed: number;
  readonly json: string | null;
}

interface Figures {
  readonly items: number;
  readonly importSeconds: number;
  readonly lookupsPerSecond: number;
  /** For payments decided by a rule that uses no list, and by one that uses this list. */
  readonly p99MsWithout: number;
  readonly p99MsWith: number;
  readonly p50MsWithout: number;
  readonly p50MsWith: number;
  /** Processor time per payment, server and PostgreSQL combined. */
  readonly cpuMsWithout: number;
  readonly cpuMsWith: number;
}

const perImport = 50_000;
const perCheck = 100;
const atOnce = 2;

/** Every second requested value is on the list. */
const valueOf = (number: number): string => `customer-${number}@example.com`;

/** Measures a long list of one organization in the whole API, on a separate embedded PostgreSQL. */
export async function benchLists(options: ListsBenchOptions): Promise<void> {
  const settings = { shared_buffers: '1GB', max_wal_size: '4GB', max_connections: '100' };
  await withApiServer({ name: 'lists', settings }, async ({ dataDir, key, start }) => {
    const { pid, port } = await start();
    const client = new ApiClient(port, key);
    const load = loadavg()[0]!;
    const cpuMs = (): number => (processCpuUs(pid) + postgresCpuUs(dataDir)) / 1_000;
    report(await measure(client, cpuMs, options), load, options);
    client.close();
  });
}

async function measure(client: ApiClient, cpuMs: () => number, options: ListsBenchOptions): Promise<Figures> {
  const list = await newList(client);
  const importSeconds = await secondsOf(() => fill(client, list, options.items));
  const random = seededRandom(options.seed);
  const some = (): string => valueOf(Math.floor(random() * options.items * 2));
  const checks = Array.from({ length: Math.ceil((options.requests * 10) / perCheck) }, () => checkOf(list, some));
  await client.sendAll(checks.slice(0, 5), 1, 200);
  const checkSeconds = await secondsOf(() => client.sendAll(checks, atOnce, 200));
  const kinds = { without: [] as number[], with: [] as number[] };
  const cpu = { without: 0, with: 0 };
  const rules = {
    without: await newRule(client, 'without', 'transaction.description = "nobody"'),
    with: await newRule(client, 'with', `transaction.description in list "${list}"`),
  };
  let sent = 0;
  for (let round = 0; round < options.rounds; round += 1)
    for (const kind of ['without', 'with'] as const) {
      await switchTo(client, rules[kind], rules[kind === 'with' ? 'without' : 'with']);
      const payments = Array.from({ length: options.requests }, () => transactionOf((sent += 1), some()));
      await client.sendAll(payments.slice(0, 50), 1, 201);
      const before = cpuMs();
      const answers = await client.sendAll(payments.slice(50), atOnce, 201);
      cpu[kind] += cpuMs() - before;
      kinds[kind].push(...answers.map(({ ms }) => ms));
    }
  return {
    items: options.items,
    importSeconds,
    lookupsPerSecond: (checks.length * perCheck) / checkSeconds,
    p99MsWithout: quantile(kinds.without, 0.99),
    p99MsWith: quantile(kinds.with, 0.99),
    p50MsWithout: quantile(kinds.without, 0.5),
    p50MsWith: quantile(kinds.with, 0.5),
    cpuMsWithout: cpu.without / kinds.without.length,
    cpuMsWith: cpu.with / kinds.with.length,
  };
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}

async function made<T>(client: ApiClient, sent: ApiRequest, status: number): Promise<T> {
  const [answer] = await client.sendAll([sent], 1, status);
  return JSON.parse(answer!.text) as T;
}

async function newList(client: ApiClient): Promise<string> {
  const body = { name: 'long', type: 'custom', source: 'internal' };
  const { data } = await made<{ data: { id: string } }>(client, { method: 'POST', path: '/data-lists', body }, 201);
  return data.id;
}

async function fill(client: ApiClient, list: string, items: number): Promise<void> {
  for (let from = 0; from < items; from += perImport) {
    const count = Math.min(perImport, items - from);
    const rows = Array.from({ length: count }, (_, at) => ({ primaryValue: valueOf(2 * (from + at)) }));
    const sent = { method: 'POST', path: `/data-lists/${list}/items/bulk`, body: { items: rows } } as const;
    const { data } = await made<{ data: { created: number } }>(client, sent, 200);
    if (data.created !== count) throw new Error(`${data.created} of ${count} items were stored`);
  }
}

const checkOf = (listId: string, some: () => string): ApiRequest => ({
  method: 'POST',
  path: '/data-lists/bulk-check',
  body: { checks: Array.from({ length: perCheck }, () => ({ listId, value: some() })) },
});

async function newRule(client: ApiClient, key: string, condition: string): Promise<string> {
  const source = `rule ${key} "${key}" {\n  on transaction (created)\n  score 10\n  when ${condition}\n  then key "found"\n}`;
  const sent = { method: 'POST', path: '/rules', body: { source } } as const;
  return (await made<{ rule: { id: string } }>(client, sent, 201)).rule.id;
}

/** Makes one rule the only active rule. */
async function switchTo(client: ApiClient, to: string, from: string): Promise<void> {
  await client.send({ method: 'PATCH', path: `/rules/${from}`, body: { status: 'inactive' } });
  await made(client, { method: 'PATCH', path: `/rules/${to}`, body: { status: 'active' } }, 200);
}

const transactionOf = (number: number, description: string): ApiRequest => ({
  method: 'POST',
  path: '/transactions',
  body: { externalId: `list-${number}`, type: 'PAYMENT', amount: 10, currency: 'USD', description },
});

function report(figures: Figures, load: number, { requests, rounds, seed, json }: ListsBenchOptions): void {
  const ms = (value: number): string => value.toFixed(2).padStart(8);
  console.log(machineLine(load));
  console.log(`${figures.items} items imported in ${figures.importSeconds.toFixed(1)} s`);
  console.log(
    `${Math.round(figures.lookupsPerSecond)} look-ups per second, ${perCheck} in a request, ${atOnce} requests at once`,
  );
  console.log('a payment            p50 ms   p99 ms   CPU ms');
  console.log(`asks no list       ${ms(figures.p50MsWithout)} ${ms(figures.p99MsWithout)} ${ms(figures.cpuMsWithout)}`);
  console.log(`asks the list      ${ms(figures.p50MsWith)} ${ms(figures.p99MsWith)} ${ms(figures.cpuMsWith)}`);
  if (json !== null)
    writeFileSync(
      json,
      `${JSON.stringify({ machine: machine(), load, requests, rounds, seed, ...figures }, null, 2)}\n`,
    );
}
