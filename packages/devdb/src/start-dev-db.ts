import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkDataDir } from './check-data-dir.js';
import { createDataDir, removeStaleStaging } from './create-data-dir.js';
import type { DevDb, DevDbOptions } from './dev-db.js';
import { DevDbError } from './dev-db-error.js';
import { isServerProcess } from './is-server-process.js';
import { killOrphans } from './kill-orphans.js';
import { freePort } from './free-port.js';
import { chownRecursively } from './chown-recursively.js';
import { hydrateLibraries } from './hydrate-libraries.js';
import { awaitRunningServer, launchServer } from './launch-server.js';
import { limits } from './limits.js';
import { disownPostmasterPid, type PostmasterPid } from './postmaster-pid.js';
import { chooseServerAccount, type ServerAccount } from './server-account.js';
import { findServerBinaries, type ServerBinaries } from './server-binaries.js';
import { serverFiles, type ServerFiles } from './server-files.js';
import { serverSettings } from './server-settings.js';
import { withStartLock } from './start-lock.js';
import { stopServer } from './stop-server.js';
import pg from 'pg';

/** SQLSTATEs of losing the race to create a database: duplicate_database, and unique_violation in the catalogue. */
const createdByAnother = new Set(['42P04', '23505']);

/** Creates database `name` on the server at `url` unless it exists. */
async function ensureDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    if (!createdByAnother.has((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
}

/**
 * Starts a private PostgreSQL on `options.dataDir`, or takes over the one that is already running there. The server listens on 127.0.0.1
 * only, requires a random password, and outlives this process unless it is stopped. Throws `DevDbError`.
 */
export async function startDevDb(options: DevDbOptions): Promise<DevDb> {
  const deadline = Date.now() + (options.startTimeoutMs ?? limits.startTimeoutMs);
  const binaries = findServerBinaries();
  const files = serverFiles(options.dataDir);
  hydrateLibraries(binaries);
  return withStartLock(files.lock, deadline, async () => {
    const account = chooseServerAccount(binaries, files);
    removeStaleStaging(files);
    if (checkDataDir(files, binaries) === 'empty') {
      options.log?.(`creating a PostgreSQL database in ${files.dataDir}`);
      await createDataDir(files, binaries, account, options.durable !== false);
    }
    const { server, adopted } = await adoptOrLaunch(options, files, binaries, account, deadline);
    const how = adopted ? 'was already running' : `runs as ${account.name}`;
    options.log?.(`PostgreSQL ${how} on port ${server.port}, data in ${files.dataDir}`);
    return handle(options, files, binaries, server, adopted);
  });
}

const retryHints = {
  'port-taken': 'each chosen port was taken by another process a moment later',
  rival: 'another server started first each time, and stopped again',
  orphans: 'sessions of a killed server are still using the data; end them and start again',
} as const;

/** Takes over the running server or launches one, and repeats this as long as failures have temporary reasons. */
async function adoptOrLaunch(
  options: DevDbOptions,
  files: ServerFiles,
  binaries: ServerBinaries,
  account: ServerAccount,
  deadline: number,
): Promise<{ server: PostmasterPid; adopted: boolean }> {
  for (;;) {
    const running = await awaitRunningServer(files, deadline);
    if (running) return { server: running, adopted: true };
    chownRecursively(account, files.dataDir);
    disownPostmasterPid(files);
    const port = await freePort(options.port);
    const launched = await launchServer(files, binaries, account, port, serverSettings(options), deadline);
    if (launched.kind === 'ready') return { server: launched.server, adopted: false };
    if (Date.now() > deadline) {
      throw new DevDbError(
        'start-timeout',
        `PostgreSQL did not start on \`${files.dataDir}\`: ${retryHints[launched.kind]}`,
      );
    }
    if (launched.kind === 'orphans') killOrphans(files);
    await sleep(limits.retryMs);
  }
}

function handle(
  options: DevDbOptions,
  files: ServerFiles,
  binaries: ServerBinaries,
  { pid, port }: PostmasterPid,
  adopted: boolean,
): DevDb {
  const password = readFileSync(files.password, 'utf8');
  const url = (database = 'postgres') =>
    `postgres://postgres:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
  const graceMs = options.stopGraceMs ?? limits.stopGraceMs;
  let stopping: Promise<void> | undefined;
  const stop = () =>
    withStartLock(files.lock, Date.now() + limits.startTimeoutMs, () => stopServer(files, binaries, pid, graceMs));
  return {
    port,
    adopted,
    url,
    ensureDatabase: (name) => ensureDatabase(url(), name),
    isAlive: () => isServerProcess(pid, files.dataDir),
    stop: () => (stopping ??= stop()),
  };
}
