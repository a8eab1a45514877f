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
  /** Part of the name of the folder of the database. */
  readonly name: string;
  /** Of PostgreSQL. */
  readonly settings: Readonly<Record<string, string>>;
  /** So much of the log is made first, to be used again: by then `min_wal_size` has to be as large. Default: 0. */
  readonly usedLogMb?: number;
  /** What the server is told besides. */
  readonly environment?: NodeJS.ProcessEnv;
  /** What the process of the server runs, where that is more than the server: it imports `@tamis/api/dist/main.js` itself. */
  readonly main?: URL;
}

export interface ApiServer {
  readonly pid: number;
  readonly port: number;
  readonly child: ChildProcess;
}

/** What a benchmark of the whole API works with. */
export interface ApiOnDatabase {
  readonly pool: pg.Pool;
  readonly databaseUrl: string;
  /** Where PostgreSQL keeps its files. */
  readonly dataDir: string;
  readonly organizationId: string;
  /** May ask as often as it likes. */
  readonly key: string;
  /** Starts the server, as it runs in production, in a process of its own. */
  readonly start: () => Promise<ApiServer>;
}

const requestsPerHour = 1_000_000_000;

/** Of Node.js, as SETTINGS.md advises. */
export const advisedOptions = [
  '--max-semi-space-size=32',
  '--initial-old-space-size=192',
  `--v8-pool-size=${Math.min(4, Math.max(1, availableParallelism() - 1))}`,
];

/** As SETTINGS.md advises where PostgreSQL is on the same machine. */
const hasUnixSockets = process.platform !== 'win32';

/** Runs `work` on an embedded PostgreSQL of its own, with an account; everything ends and is removed afterwards. */
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
  // A connection that is still closing when the database stops is told so; nobody waits for it any more.
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

/** What `work` comes to, unless the process is asked to end before: then whoever waits ends what it has started, and says so. */
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

/** As after days of work, files of the log are there to be used again: while a new one is made, nothing is committed. */
async function useLog(pool: pg.Pool, megabytes: number): Promise<void> {
  for (let made = 0; made < megabytes; made += logFileMb)
    await pool.query(`select pg_logical_emit_message(false, 'bench', ''), pg_switch_wal()`);
  await pool.query('checkpoint');
}

/** An organization, and a key of it that may ask as often as it likes. */
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
