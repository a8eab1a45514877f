import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Pool } from 'pg';

import { type ApiOnDatabase, type ApiServer, withApiServer } from '../api-server.js';
import { postgresCpuUs, processCpuUs } from '../edge/postgres-cpu.js';
import type { ProfileShare } from '../edge/profile-shares.js';
import type { Workload } from '../engine/workload.js';
import { ApiClient, type ApiRequest } from '../entities/api-client.js';
import type { ThreadCpu } from '../pool/thread-cpu.js';
import {
  costSettings,
  type DatabaseCosts,
  databaseCosts,
  logMark,
  logSince,
  prepareCosts,
  timeStatements,
} from './database-cost.js';
import {
  busyTransactions,
  type Figures,
  type HttpBenchOptions,
  layersOf,
  rate,
  reportFigures,
} from './http-figures.js';
import type { LoadResult, TransactionLoad } from './load-transactions.js';
import { contractRows } from './contract-rows.js';
import { transactionRequest, transactionWorkload, ruleSources } from './transaction-workload.js';
import type { ServerReply, ServerRequest } from './profiled-server.js';
import { storeBusyCustomer, storeTransactions } from './stored-transactions.js';

/** Time until the code path of payments is optimized by the JIT compiler. */
const warmUpSeconds = 10;

/** `POST /transactions` over HTTP with a hundred rules and stored payments, on a database that waits for the disk. */
export async function benchHttp(options: HttpBenchOptions): Promise<void> {
  // Log files are reused, as after days of operation, since nothing is committed while a new one is created.
  const settings = {
    shared_buffers: '1GB',
    max_wal_size: '4GB',
    min_wal_size: '2GB',
    max_connections: '100',
    ...costSettings,
  };
  const main = new URL('profiled-server.js', import.meta.url);
  await withApiServer({ name: 'http', settings, usedLogMb: 1_024, main }, async (api) => {
    const customers = Math.max(1_000, Math.ceil(options.stored / 100));
    const workload = transactionWorkload(options.seed);
    await storeTransactions(api.pool, api.organizationId, workload, { ...options, customers });
    console.log(`${options.stored} payments of ${customers} customers are stored`);
    const server = await api.start();
    await publishRules(server, api.key, ruleSources(workload));
    const load = loadavg()[0]!;
    const figures = await measure(api, server, { ...options, customers, workload });
    reportFigures(figures, load, options);
  });
}

/** One at a time, because each publication creates a rule set, of which only the last is measured. */
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

interface Measured extends LoadResult {
  readonly cpu: { readonly main: number; readonly threads: number; readonly postgres: number };
}

/** Measures a load and its processor time, after the remaining writes and vacuuming of the previous load are done. */
async function measured(
  { pool, dataDir }: ApiOnDatabase,
  child: ChildProcess,
  load: TransactionLoad,
): Promise<Measured> {
  await settle(pool);
  const [before, postgresBefore] = [(await ask(child, 'cpu')).cpu, postgresCpuUs(dataDir)];
  const sent = await send(load);
  const [after, postgresAfter] = [(await ask(child, 'cpu')).cpu, postgresCpuUs(dataDir)];
  const { requests } = sent;
  return { ...sent, cpu: { ...cpuOf(before, after, requests), postgres: (postgresAfter - postgresBefore) / requests } };
}

async function settle(pool: Pool): Promise<void> {
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
}

async function measure(
  api: ApiOnDatabase,
  { port, child }: ApiServer,
  {
    stored,
    seconds,
    connections,
    seed,
    customers,
    workload,
  }: HttpBenchOptions & { readonly customers: number; readonly workload: Workload },
): Promise<Figures> {
  const { pool, organizationId, key } = api;
  const to = { port, key, connections, customers, seed, seconds };
  await prepareCosts(pool);
  await send({ ...to, runId: 'warm', seconds: warmUpSeconds });
  const most = await measured(api, child, { ...to, runId: 'most' });
  const hits = await measured(api, child, { ...to, runId: 'hits', summary: 'hits' });
  await settle(pool);
  const even = await send({ ...to, runId: 'even', rate });
  await settle(pool);
  const half = await send({ ...to, runId: 'half', rate: Math.round(most.requestsPerSecond / 2) });
  const { shares, costs } = await profiled(api, child, { ...to, runId: 'profiled' });
  const one = { ...to, connections: 1 };
  const others = await measured(api, child, { ...one, runId: 'others' });
  await storeBusyCustomer(pool, organizationId, { stored, payments: busyTransactions });
  // The first payments count the parts of the windows, which are then kept. Their time is not part of the result.
  await send({ ...one, runId: 'first-busy', seconds: 3, customers: 1 });
  const busy = await measured(api, child, { ...one, runId: 'busy', customers: 1 });
  const bare = await bareInserts(api, { ...to, runId: 'bare', seconds });
  const responses = await responsesOf(workload, { port, key, customers });
  const told = await bareInserts(api, { ...to, runId: 'told', seconds }, responses.full);
  const toldHits = await bareInserts(api, { ...to, runId: 'told-hits', seconds }, responses.hits);
  const rows = await contractRows(api, 'most');
  const cpu = { ...most.cpu, client: most.clientUs / most.requests };
  const bareInsertPerSecond = bare.requestsPerSecond;
  const bareUs = bare.serverUs + bare.postgresUs + bare.clientUs / bare.requests;
  return {
    ...{ requestsPerSecond: most.requestsPerSecond, requestsPerSecondHits: hits.requestsPerSecond, p50Ms: most.p50Ms },
    ...{ p50MsAt500: even.p50Ms, p99MsAt500: even.p99Ms, answeredAt500: even.requestsPerSecond },
    ...{ p50MsAtHalf: half.p50Ms, p99MsAtHalf: half.p99Ms, p99OverP50AtHalf: half.p99Ms / half.p50Ms },
    ...{
      busyCustomerP99Ms: busy.p99Ms,
      otherCustomersP99Ms: others.p99Ms,
      busyOverOthersP99: busy.p99Ms / others.p99Ms,
    },
    ...{ busyCustomerCpuUs: busy.cpu, bareInsertPerSecond, bareWalBytes: bare.walBytes },
    ratioToBareInsert: most.requestsPerSecond / bareInsertPerSecond,
    ratioToBareInsertHits: hits.requestsPerSecond / bareInsertPerSecond,
    ...{ walBytesPerPayment: costs.log.written, walPageBytesPerPayment: costs.log.pages },
    ...{ cpuUs: cpu, hitsCpuUs: { ...hits.cpu, client: hits.clientUs / hits.requests } },
    ...{ contractRows: rows, contractRowsRatio: rows.perSecond / bareInsertPerSecond },
    boundToBareInsert: bareUs / (bareUs - bare.postgresUs + rows.postgresUs),
    boundHttpInsert: told.requestsPerSecond / bareInsertPerSecond,
    boundHttpInsertHits: toldHits.requestsPerSecond / bareInsertPerSecond,
    ...{ bareCpuUs: bareCpuOf(bare), toldCpuUs: bareCpuOf(told), toldHitsCpuUs: bareCpuOf(toldHits) },
    ...{ layers: layersOf(cpu, shares), costs },
  };
}

/** Measures where a load spends its time and what it writes. Kept separate from the other results, because the measuring has a cost. */
async function profiled(
  { pool }: ApiOnDatabase,
  child: ChildProcess,
  load: TransactionLoad,
): Promise<{ readonly shares: readonly ProfileShare[]; readonly costs: DatabaseCosts }> {
  await settle(pool);
  await timeStatements(pool, true);
  await ask(child, 'profile');
  const mark = await logMark(pool);
  const { requests } = await send(load);
  const { shares } = await ask(child, 'shares');
  const costs = await databaseCosts(pool, mark, requests);
  await timeStatements(pool, false);
  return { shares, costs };
}

const cpuOf = (before: ThreadCpu, after: ThreadCpu, requests: number): { main: number; threads: number } => {
  const main = (after.mainUs - before.mainUs) / requests;
  return { main, threads: (after.allUs - before.allUs) / requests - main };
};

/** Returns the response of the server to one payment, with each summary. */
async function responsesOf(
  workload: Workload,
  { port, key, customers }: { readonly port: number; readonly key: string; readonly customers: number },
): Promise<{ readonly full: string; readonly hits: string }> {
  const client = new ApiClient(port, key);
  const request = (run: string): ApiRequest => transactionRequest(workload, run, 1, customers);
  const full = await client.send(request('response'));
  const hits = await client.send({ ...request('response-hits'), path: '/transactions?summary=hits' });
  client.close();
  for (const { status, text } of [full, hits]) if (status !== 201) throw new Error(`a payment was refused: ${text}`);
  return { full: full.text, hits: hits.text };
}

interface BareInserts extends LoadResult {
  readonly serverUs: number;
  readonly postgresUs: number;
  readonly walBytes: number;
}

const bareCpuOf = ({ serverUs, postgresUs, clientUs, requests }: BareInserts): Figures['bareCpuUs'] => ({
  server: serverUs,
  postgres: postgresUs,
  client: clientUs / requests,
});

const bareTable = `create table if not exists bare_payments (id bigint generated always as identity primary key, external_id text not null,
  amount numeric not null, currency text not null, body json not null, created_at timestamptz not null default now())`;

/**
 * The lower bound: the same bodies, each stored with a single statement on the same PostgreSQL. `response` is sent for each. If absent, a
 * short one is sent.
 */
async function bareInserts(
  { databaseUrl, dataDir, pool }: ApiOnDatabase,
  load: TransactionLoad,
  response?: string,
): Promise<BareInserts> {
  await pool.query(bareTable);
  await settle(pool);
  const file = join(dataDir, 'bare-response.json');
  if (response !== undefined) writeFileSync(file, response);
  const child = fork(fileURLToPath(new URL('bare-server.js', import.meta.url)), {
    env: { ...process.env, DATABASE_URL: databaseUrl, ...(response !== undefined && { RESPONSE: file }) },
  });
  try {
    const { url } = await nextMessage<{ readonly url: string }>(child);
    const port = Number(new URL(url).port);
    await send({ ...load, port, runId: `${load.runId}-warm`, seconds: warmUpSeconds });
    const [before, serverBefore, mark] = [postgresCpuUs(dataDir), processCpuUs(child.pid!), await logMark(pool)];
    const result = await send({ ...load, port });
    const postgresUs = (postgresCpuUs(dataDir) - before) / result.requests;
    const serverUs = (processCpuUs(child.pid!) - serverBefore) / result.requests;
    const { written } = await logSince(pool, mark, result.requests);
    return { ...result, serverUs, postgresUs, walBytes: written };
  } finally {
    child.disconnect();
    if (child.exitCode === null) await once(child, 'exit');
  }
}

/** Sends payments from a separate process. Throws if one of them did not succeed. */
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
