import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';

import { type ApiOnDatabase, type ApiServer, withApiServer } from '../api-server.js';
import { postgresCpuUs } from '../edge/postgres-cpu.js';
import type { ProfileShare } from '../edge/profile-shares.js';
import { ApiClient } from '../entities/api-client.js';
import { machine, machineLine } from '../machine.js';
import type { ThreadCpu } from '../pool/thread-cpu.js';
import type { LoadResult, TransactionLoad } from './load-transactions.js';
import { transactionWorkload, ruleSources } from './transaction-workload.js';
import type { ServerReply, ServerRequest } from './profiled-server.js';
import { storeBusyCustomer, storeTransactions } from './stored-transactions.js';

export interface HttpBenchOptions {
  /** Payments that are there before. */
  readonly stored: number;
  readonly connections: number;
  /** Of each of the measured loads. */
  readonly seconds: number;
  readonly seed: number;
  readonly json: string | null;
}

/** Microseconds of the processor a payment. */
interface Layer {
  readonly layer: string;
  readonly us: number;
}

interface Figures {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p50MsAt500: number;
  readonly p99MsAt500: number;
  /** What was answered of 500 a second. */
  readonly answeredAt500: number;
  /** Of payments of a customer who has a hundred thousand, one after the other. */
  readonly busyCustomerP99Ms: number;
  readonly busyCustomerCpuUs: { readonly main: number; readonly threads: number; readonly postgres: number };
  readonly bareInsertPerSecond: number;
  readonly ratioToBareInsert: number;
  /** Of the whole: the server's main thread, its other threads, PostgreSQL; for comparison the sender, which is no part of the API. */
  readonly cpuUs: {
    readonly main: number;
    readonly threads: number;
    readonly postgres: number;
    readonly client: number;
  };
  readonly bareCpuUs: { readonly postgres: number };
  readonly layers: readonly Layer[];
}

const rate = 500;
/** Of the customer whose windows are the largest. */
const busyTransactions = 100_000;
/** Until the code that payments run through is compiled for speed. */
const warmUpSeconds = 10;

/** `POST /transactions` over HTTP, with a hundred rules and payments that are stored, on a database that waits for the disk. */
export async function benchHttp(options: HttpBenchOptions): Promise<void> {
  // As after days of work, files of the log are used again: while a new one is made, nothing is committed.
  const settings = { shared_buffers: '1GB', max_wal_size: '4GB', min_wal_size: '2GB', max_connections: '100' };
  const main = new URL('profiled-server.js', import.meta.url);
  await withApiServer({ name: 'http', settings, main }, async (api) => {
    const customers = Math.max(1_000, Math.ceil(options.stored / 100));
    const workload = transactionWorkload(options.seed);
    await storeTransactions(api.pool, api.organizationId, workload, { ...options, customers });
    console.log(`${options.stored} payments of ${customers} customers are stored`);
    const server = await api.start();
    await publishRules(server, api.key, ruleSources(workload));
    const load = loadavg()[0]!;
    const figures = await measure(api, server, { ...options, customers });
    report(figures, load, options);
  });
}

/** One by one: each publication is a set of its own, and only the last is measured. */
async function publishRules({ port }: ApiServer, key: string, sources: readonly string[]): Promise<void> {
  const client = new ApiClient(port, key);
  for (const source of sources) {
    const created = await client.send({ method: 'POST', path: '/rules', body: { source } });
    if (created.status !== 201) throw new Error(`a rule was refused: ${created.text}\n${source}`);
    const { rule } = JSON.parse(created.text) as { readonly rule: { readonly id: string } };
    const active = await client.send({ method: 'PATCH', path: `/rules/${rule.id}`, body: { status: 'active' } });
    if (active.status !== 200) throw new Error(`a rule was not published: ${active.text}\n${source}`);
  }
  client.close();
}

type LoadSettings = Pick<TransactionLoad, 'port' | 'key' | 'connections' | 'customers' | 'seed'>;

async function measure(
  { dataDir, databaseUrl, key, pool, organizationId }: ApiOnDatabase,
  { port, child }: ApiServer,
  { stored, seconds, connections, seed, customers }: HttpBenchOptions & { readonly customers: number },
): Promise<Figures> {
  const to: LoadSettings = { port, key, connections, customers, seed };
  // What a load left to be written and vacuumed would be done during the next one.
  const settle = async (): Promise<void> => {
    await pool.query('vacuum analyze');
    await pool.query('checkpoint');
  };
  await send({ ...to, runId: 'warm', seconds: warmUpSeconds });
  await settle();
  const [before, postgresBefore] = [(await ask(child, 'cpu')).cpu, postgresCpuUs(dataDir)];
  const most = await send({ ...to, runId: 'most', seconds });
  const [after, postgresAfter] = [(await ask(child, 'cpu')).cpu, postgresCpuUs(dataDir)];
  await settle();
  const even = await send({ ...to, runId: 'even', seconds, rate });
  await ask(child, 'profile');
  await send({ ...to, runId: 'profiled', seconds });
  const { shares } = await ask(child, 'shares');
  await storeBusyCustomer(pool, organizationId, { stored, payments: busyTransactions });
  // The first payments count the parts of the windows, which are kept (their time is no part of the figure).
  await send({ ...to, runId: 'first-busy', seconds: 3, customers: 1, connections: 1 });
  await settle();
  const [beforeBusy, postgresBeforeBusy] = [(await ask(child, 'cpu')).cpu, postgresCpuUs(dataDir)];
  const busy = await send({ ...to, runId: 'busy', seconds, customers: 1, connections: 1 });
  const [afterBusy, postgresAfterBusy] = [(await ask(child, 'cpu')).cpu, postgresCpuUs(dataDir)];
  await settle();
  const bare = await bareInserts({ databaseUrl, dataDir }, to, seconds, () => pool.query(bareTable));
  const postgres = (postgresAfter - postgresBefore) / most.requests;
  const cpu = { ...cpuOf(before, after, most.requests), postgres, client: most.clientUs / most.requests };
  return {
    requestsPerSecond: most.requestsPerSecond,
    p50Ms: most.p50Ms,
    p50MsAt500: even.p50Ms,
    p99MsAt500: even.p99Ms,
    answeredAt500: even.requestsPerSecond,
    busyCustomerP99Ms: busy.p99Ms,
    busyCustomerCpuUs: {
      ...cpuOf(beforeBusy, afterBusy, busy.requests),
      postgres: (postgresAfterBusy - postgresBeforeBusy) / busy.requests,
    },
    bareInsertPerSecond: bare.requestsPerSecond,
    ratioToBareInsert: most.requestsPerSecond / bare.requestsPerSecond,
    cpuUs: cpu,
    bareCpuUs: { postgres: bare.postgresUs },
    layers: layersOf(cpu, shares),
  };
}

const cpuOf = (before: ThreadCpu, after: ThreadCpu, requests: number): { main: number; threads: number } => {
  const main = (after.mainUs - before.mainUs) / requests;
  return { main, threads: (after.allUs - before.allUs) / requests - main };
};

const layersOf = (
  { main, threads, postgres }: { readonly main: number; readonly threads: number; readonly postgres: number },
  shares: readonly ProfileShare[],
): readonly Layer[] => [
  { layer: 'PostgreSQL', us: postgres },
  { layer: 'other threads of the server: rules, garbage', us: threads },
  ...shares.map(({ part, share }) => ({ layer: `main thread: ${part}`, us: share * main })),
];

const bareTable = `create table bare_payments (id bigint generated always as identity primary key, external_id text not null,
  amount numeric not null, currency text not null, body json not null, created_at timestamptz not null default now())`;

/** The floor: the same bodies, each stored by a single statement, on the same PostgreSQL. */
async function bareInserts(
  { databaseUrl, dataDir }: { readonly databaseUrl: string; readonly dataDir: string },
  to: LoadSettings,
  seconds: number,
  createTable: () => Promise<unknown>,
): Promise<LoadResult & { readonly postgresUs: number }> {
  await createTable();
  const child = fork(fileURLToPath(new URL('bare-server.js', import.meta.url)), {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  try {
    const { url } = await nextMessage<{ readonly url: string }>(child);
    const port = Number(new URL(url).port);
    await send({ ...to, port, runId: 'bare-warm', seconds: warmUpSeconds });
    const before = postgresCpuUs(dataDir);
    const result = await send({ ...to, port, runId: 'bare', seconds });
    return { ...result, postgresUs: (postgresCpuUs(dataDir) - before) / result.requests };
  } finally {
    child.disconnect();
    if (child.exitCode === null) await once(child, 'exit');
  }
}

/** Sends payments from a process of its own; throws when one was not answered with success. */
async function send(load: TransactionLoad): Promise<LoadResult> {
  const child = fork(fileURLToPath(new URL('load-transactions.js', import.meta.url)), {
    env: { ...process.env, LOAD: JSON.stringify(load) },
  });
  const result = await nextMessage<LoadResult>(child);
  if (result.failed > 0) throw new Error(`${result.failed} payments of the run ${load.runId} were not stored`);
  return result;
}

async function ask<T extends ServerRequest>(
  child: ChildProcess,
  question: T,
): Promise<Extract<ServerReply, { type: T }>> {
  const answered = nextMessage<Extract<ServerReply, { type: T }>>(child);
  child.send(question);
  return answered;
}

async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const ended = new AbortController();
  const end = (): void => ended.abort(new Error('a process of the bench ended'));
  child.once('exit', end);
  try {
    const [message] = (await once(child, 'message', { signal: ended.signal })) as [T];
    return message;
  } finally {
    child.off('exit', end);
  }
}

function report(figures: Figures, load: number, options: HttpBenchOptions): void {
  console.log(machineLine(load));
  console.log(`payments a second, ${options.connections} connections   ${figures.requestsPerSecond.toFixed(0)}`);
  const { p50MsAt500, p99MsAt500, answeredAt500 } = figures;
  console.log(
    `p50 and p99 at ${rate} a second   ${p50MsAt500} and ${p99MsAt500} ms (${answeredAt500.toFixed(0)} answered)`,
  );
  const ofBusy = figures.busyCustomerCpuUs;
  console.log(
    `p99 of a customer with ${busyTransactions} payments, one at a time   ${figures.busyCustomerP99Ms} ms; of the processor ` +
      `main thread ${ofBusy.main.toFixed(0)} µs, other threads ${ofBusy.threads.toFixed(0)} µs, PostgreSQL ${ofBusy.postgres.toFixed(0)} µs`,
  );
  console.log(
    `bare inserts a second   ${figures.bareInsertPerSecond.toFixed(0)}; ratio ${figures.ratioToBareInsert.toFixed(3)}`,
  );
  const { main, threads, postgres, client } = figures.cpuUs;
  console.log(
    `microseconds of the processor a payment: main thread ${main.toFixed(0)}, other threads ${threads.toFixed(0)}, ` +
      `PostgreSQL ${postgres.toFixed(0)} (sender ${client.toFixed(0)})`,
  );
  for (const { layer, us } of figures.layers) if (us >= 5) console.log(`${us.toFixed(0).padStart(8)}  ${layer}`);
  if (options.json === null) return;
  writeFileSync(options.json, `${JSON.stringify({ machine: machine(), load, ...options, ...figures }, null, 2)}\n`);
}
