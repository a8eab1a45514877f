import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createAccount } from '@tamis/api/dist/modules/tenancy/organizations/index.js';
import { migrate } from '@tamis/api/dist/platform/database/index.js';
import { startDevDb } from '@tamis/devdb';
import pg from 'pg';

export interface ApiServerOptions {
  /** A part of the name of the database folder. */
  readonly name: string;
  /** The settings of PostgreSQL. */
  readonly settings: Readonly<Record<string, string>>;
  /** The size of the log created in advance for reuse: `min_wal_size` must be at least as large. Defaults to 0. */
  readonly usedLogMb?: number;
  /** Additional environment variables of the server. */
  readonly environment?: NodeJS.ProcessEnv;
  /** The main module of the server process, if it is more than the server: it must import `@tamis/api/dist/main.js` itself. */
  readonly main?: URL;
}

export interface ApiServer {
  readonly pid: number;
  readonly port: number;
  readonly child: ChildProcess;
}

/** The environment of a benchmark of the whole API. */
export interface ApiOnDatabase {
  readonly pool: pg.Pool;
  readonly databaseUrl: string;
  /** The folder in which PostgreSQL keeps its files. */
  readonly dataDir: string;
  readonly organizationId: string;
  /** A key without a request limit. */
  readonly key: string;
  /** Starts the server as in production, in a separate process. */
  readonly start: () => Promise<ApiServer>;
}

const requestsPerHour = 1_000_000_000;

/** Options of Node.js, as advised in SETTINGS.md. */
export const advisedOptions = [
  '--max-semi-space-size=32',
  '--initial-old-space-size=192',
  `--v8-pool-size=${Math.min(4, Math.max(1, availableParallelism() - 1))}`,
];

/** As advised in SETTINGS.md if PostgreSQL is on the same machine. */
const hasUnixSockets = process.platform !== 'win32';

/** Executes `work` on a separate embedded PostgreSQL with an account; everything is stopped and removed afterwards. */
export async function withApiServer(
  { name, settings, usedLogMb = 0, environment, main }: ApiServerOptions,
  work: (api: ApiOnDatabase) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), `tamis-bench-${name}-`));
  const dataDir = join(folder, 'data');
  const sockets = hasUnixSockets ? { unix_socket_directories: dataDir } : undefined;
  const database = await startDevDb({ dataDir, settings: { ...settings, ...sockets } });
  const databaseUrl = hasUnixSockets ? `${database.url()}?host=${encodeURIComponent(dataDir)}` : database.url();
  const servers: ChildProcess[] = [];
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  // A connection that is still closing when the database stops gets an error, which nobody waits for any more.
  pool.on('error', () => undefined);
  try {
    await migrate(databaseUrl);
    await useLog(pool, usedLogMb);
    const start = async (): Promise<ApiServer> => {
      const child = forkServer({ ...environment, DATABASE_URL: databaseUrl }, main);
      servers.push(child);
      return { pid: child.pid!, port: await portOf(child), child };
    };
    await orInterrupted(work({ pool, databaseUrl, dataDir, start, ...(await newAccount(pool, 'Bench')) }));
  } finally {
    for (const server of servers) await endOf(server);
    await pool.end();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Waits for `work`, but rejects if the process is asked to end before, so that the caller ends everything it has started, and reports it.
 */
async function orInterrupted(work: Promise<void>): Promise<void> {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  let interrupt: (signal: NodeJS.Signals) => void;
  const interrupted = new Promise<never>((_, reject) => {
    interrupt = (signal) => reject(new Error(`${signal} came before there was a result`));
    for (const signal of signals) process.once(signal, interrupt);
  });
  try {
    await Promise.race([work, interrupted]);
  } finally {
    for (const signal of signals) process.off(signal, interrupt!);
  }
}

const logFileMb = 16;

/** Creates log files for reuse, as they exist after days of work: while a new one is created, nothing is committed. */
async function useLog(pool: pg.Pool, megabytes: number): Promise<void> {
  for (let made = 0; made < megabytes; made += logFileMb)
    await pool.query(`select pg_logical_emit_message(false, 'bench', ''), pg_switch_wal()`);
  await pool.query('checkpoint');
}

/** Creates an organization, and a key of it without a request limit. */
export async function newAccount(pool: pg.Pool, name: string): Promise<{ organizationId: string; key: string }> {
  const made = await createAccount(pool, { name, deployment: 'development', ifMissing: false });
  if (!made.ok || !made.value.created) throw new Error('no account');
  await pool.query('update api_keys set rate_limit = $1, burst_limit = null', [requestsPerHour]);
  await pool.query('update organizations set requests_per_hour = $1, requests_per_minute = null', [requestsPerHour]);
  return made.value.production;
}

function forkServer(environment: NodeJS.ProcessEnv, main: URL | undefined): ChildProcess {
  return fork(fileURLToPath(main ?? import.meta.resolve('@tamis/api/dist/main.js')), [], {
    execArgv: [...process.execArgv, ...advisedOptions],
    env: { ...process.env, ...environment, PORT: '0', LOG: 'error' },
  });
}

async function portOf(child: ChildProcess): Promise<number> {
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('the server ended while starting');
    }),
  ])) as [{ url: string }];
  return Number(new URL(message.url).port);
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
