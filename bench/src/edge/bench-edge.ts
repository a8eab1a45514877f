import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createAccount, createKey } from '@tamis/api/dist/modules/tenancy/organizations/index.js';
import { migrate } from '@tamis/api/dist/platform/database/index.js';
import { startDevDb } from '@tamis/devdb';
import pg from 'pg';

import { machine } from '../machine.js';
import { type Composition, compositions } from './compositions.js';
import type { EdgeReply, EdgeRequest, EdgeSettings } from './edge-server.js';
import { postgresCpuUs } from './postgres-cpu.js';
import type { ProfileShare } from './profile-shares.js';
import { sendRequests, type Target } from './send-requests.js';

export interface EdgeBenchOptions {
  /** The number of requests to each server in each round. */
  readonly requests: number;
  readonly connections: number;
  readonly rounds: number;
  readonly json: string | null;
}

interface Edge {
  readonly composition: Composition;
  readonly child: ChildProcess;
  readonly target: Target;
}

interface EdgeFigures {
  readonly name: string;
  /** Microseconds of CPU time per request, of the server and of the database. */
  readonly serverUs: number;
  readonly databaseUs: number;
}

interface TestAccount {
  readonly databaseUrl: string;
  readonly organizationId: string;
  readonly keys: readonly string[];
}

const requestsPerHour = 1_000_000_000;

/** Measures the CPU time of a request for servers with more and more layers of the edge, in one benchmark on a separate database. */
export async function benchEdge(options: EdgeBenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-bench-edge-'));
  const dataDir = join(folder, 'data');
  const database = await startDevDb({ dataDir, settings: { max_connections: '200' } });
  const edges: Edge[] = [];
  try {
    const account = await newAccount(database.url(), options.connections);
    for (const composition of compositions) edges.push(await startEdge(composition, account));
    const figures = await measure(edges, dataDir, options);
    const shares = await profile(edges.at(-1)!, options);
    report(figures, shares, options);
  } finally {
    // A server whose database stops first would end with an error.
    for (const { child } of edges) child.disconnect();
    for (const { child } of edges) if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function newAccount(databaseUrl: string, keys: number): Promise<TestAccount> {
  await migrate(databaseUrl);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, pipeline: true });
  try {
    const made = await createAccount(pool, { name: 'Bench', deployment: 'development', ifMissing: false });
    if (!made.ok || !made.value.created) throw new Error('no account');
    const { organizationId } = made.value.production;
    const further = await Promise.all(
      Array.from({ length: keys }, () => createKey(pool, { organizationId, name: 'bench', deployment: 'development' })),
    );
    await pool.query('update api_keys set rate_limit = $1, burst_limit = null', [requestsPerHour]);
    await pool.query('update organizations set requests_per_hour = $1, requests_per_minute = null', [requestsPerHour]);
    return { databaseUrl, organizationId, keys: further.flatMap((each) => (each.ok ? [each.value.key] : [])) };
  } finally {
    await pool.end();
  }
}

async function startEdge(composition: Composition, { keys, ...account }: TestAccount): Promise<Edge> {
  const settings: EdgeSettings = { ...account, upTo: composition.upTo, row: composition.row };
  const child = fork(fileURLToPath(new URL('edge-server.js', import.meta.url)), {
    env: { ...process.env, EDGE: JSON.stringify(settings) },
  });
  const answer = await nextReply(child, 'listening');
  return { composition, child, target: { port: answer.port, keys: composition.oneKey ? keys.slice(0, 1) : keys } };
}

/** Returns the next message of a type; throws if the process ends before. */
async function nextReply<T extends EdgeReply['type']>(
  child: ChildProcess,
  type: T,
): Promise<Extract<EdgeReply, { type: T }>> {
  const ended = new AbortController();
  const end = (): void => ended.abort(new Error('a server of the bench ended'));
  child.once('exit', end);
  try {
    for (;;) {
      const [answer] = (await once(child, 'message', { signal: ended.signal })) as [EdgeReply];
      if (answer.type === type) return answer as Extract<EdgeReply, { type: T }>;
    }
  } finally {
    child.off('exit', end);
  }
}

async function sendRequest<T extends EdgeRequest>(
  child: ChildProcess,
  question: T,
): Promise<Extract<EdgeReply, { type: T }>> {
  const answered = nextReply(child, question);
  child.send(question);
  return answered;
}

/** Measures servers in turn, round after round; the minimum of the rounds counts. */
async function measure(
  edges: readonly Edge[],
  dataDir: string,
  { requests, connections, rounds }: EdgeBenchOptions,
): Promise<readonly EdgeFigures[]> {
  const samples = edges.map((): { serverUs: number; databaseUs: number }[] => []);
  for (const { target } of edges) await sendRequests(target, requests, connections);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { child, target }] of edges.entries()) {
      const [server, database] = [(await sendRequest(child, 'cpu')).us, postgresCpuUs(dataDir)];
      await sendRequests(target, requests, connections);
      samples[index]!.push({
        serverUs: ((await sendRequest(child, 'cpu')).us - server) / requests,
        databaseUs: (postgresCpuUs(dataDir) - database) / requests,
      });
    }
  }
  return edges.map(({ composition: { name } }, index) => ({
    name,
    serverUs: Math.min(...samples[index]!.map(({ serverUs }) => serverUs)),
    databaseUs: Math.min(...samples[index]!.map(({ databaseUs }) => databaseUs)),
  }));
}

async function profile(edge: Edge, { requests, connections }: EdgeBenchOptions): Promise<readonly ProfileShare[]> {
  await sendRequest(edge.child, 'profile');
  await sendRequests(edge.target, requests, connections);
  return (await sendRequest(edge.child, 'shares')).shares;
}

function report(figures: readonly EdgeFigures[], shares: readonly ProfileShare[], options: EdgeBenchOptions): void {
  const { requests, connections, rounds, json } = options;
  console.log(`${requests} requests over ${connections} connections; microseconds of the processor a request`);
  console.log('                         server   + before   database');
  const digits = (us: number): string => us.toFixed(1).padStart(11);
  figures.forEach(({ name, serverUs, databaseUs }, index) => {
    const before = index === 0 ? '' : digits(serverUs - figures[index - 1]!.serverUs);
    console.log(name.padEnd(20) + digits(serverUs) + before.padStart(11) + digits(databaseUs));
  });
  const of = (name: string): EdgeFigures => figures.find((each) => each.name === name)!;
  const [bare, whole, mapped] = [of('bare, reads a row'), of('edge, row by tenant'), of('edge, mapped row')];
  const edge = { serverUs: whole.serverUs - bare.serverUs, databaseUs: whole.databaseUs - bare.databaseUs };
  const mapping = { serverUs: mapped.serverUs - whole.serverUs, databaseUs: mapped.databaseUs - whole.databaseUs };
  console.log(
    `a mapped row: ${mapping.serverUs.toFixed(1)} more at the server, ${mapping.databaseUs.toFixed(1)} more in the database`,
  );
  console.log(
    `the whole edge: ${edge.serverUs.toFixed(1)} at the server, ${edge.databaseUs.toFixed(1)} in the database`,
  );
  console.log('where the time of the whole goes:');
  for (const { part, share } of shares.slice(0, 12)) console.log(`${(100 * share).toFixed(1).padStart(6)} %  ${part}`);
  if (json === null) return;
  writeFileSync(
    json,
    `${JSON.stringify({ machine: machine(), requests, connections, rounds, figures, edge, mapping, shares }, null, 2)}\n`,
  );
}
