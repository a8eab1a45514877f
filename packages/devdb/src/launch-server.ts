import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, writeFileSync, fstatSync, readSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { DevDbError } from './dev-db-error.js';
import { isServerProcess } from './is-server-process.js';
import { limits } from './limits.js';
import { readPostmasterPid, type PostmasterPid } from './postmaster-pid.js';
import type { ServerAccount } from './server-account.js';
import type { ServerBinaries } from './server-binaries.js';
import type { ServerFiles } from './server-files.js';
import { spawnAs } from './spawn-as.js';

/** Returns the last lines of the server log, or a note that there are none. */
function logTail(file: string): string {
  let text = '';
  try {
    const fd = openSync(file, 'r');
    try {
      const { size } = fstatSync(fd);
      const buffer = Buffer.alloc(Math.min(size, limits.logTailBytes));
      readSync(fd, buffer, 0, buffer.length, size - buffer.length);
      text = buffer.toString('utf8').trimEnd();
    } finally {
      closeSync(fd);
    }
  } catch {
    // A missing log is treated as an empty one.
  }
  return text === '' ? '(the server log is empty)' : text.split('\n').slice(-limits.logTailLines).join('\n');
}

/** Result of a launch: ready, or a temporary reason for which another attempt is worthwhile. */
export type Launch =
  | { kind: 'ready'; server: PostmasterPid }
  /** Another process took the port between its choice and its use. */
  | { kind: 'port-taken' }
  /** A server that a killed program had launched a moment ago was faster. */
  | { kind: 'rival' }
  /** Sessions of a killed server are still alive. */
  | { kind: 'orphans' };

/**
 * Starts the server in a session of its own, so that Ctrl-C in the terminal does not reach it before the application has finished with it,
 * and waits until it accepts connections. Throws `start-failed` or, after `deadline`, `start-timeout`, both with the end of the server log.
 * In that case no server is left behind.
 */
export async function launchServer(
  files: ServerFiles,
  binaries: ServerBinaries,
  account: ServerAccount,
  port: number,
  settings: readonly string[],
  deadline: number,
): Promise<Launch> {
  writeFileSync(files.log, '', { mode: 0o600 });
  // Opened for appending, so that truncation at the next start leaves no hole if another server is still writing.
  const logFd = openSync(files.log, 'a');
  const argv = ['-D', files.dataDir, '-p', String(port), ...settings];
  let child: ChildProcess;
  try {
    child = spawnAs(account, binaries.postgres, argv, { stdio: ['ignore', logFd, logFd], detached: true });
  } finally {
    closeSync(logFd);
  }
  let ended: string | undefined;
  child.once('error', (error) => (ended = error.message));
  child.once('exit', (status, signal) => (ended = `it exited with ${signal ?? status}`));
  // This process may end before the server does.
  child.unref();

  while (ended === undefined) {
    const server = readPostmasterPid(files);
    if (server?.pid === child.pid && server?.status === 'ready') return { kind: 'ready', server };
    if (Date.now() > deadline) {
      const tail = logTail(files.log);
      await kill(child, () => ended !== undefined);
      throw new DevDbError(
        'start-timeout',
        `PostgreSQL did not become ready in time on \`${files.dataDir}\`; end of its log:\n${tail}`,
      );
    }
    await sleep(limits.pollMs);
  }
  const tail = logTail(files.log);
  if (tail.includes('Address already in use')) return { kind: 'port-taken' };
  if (tail.includes('lock file "postmaster.pid" already exists')) return { kind: 'rival' };
  if (tail.includes('pre-existing shared memory block')) return { kind: 'orphans' };
  throw new DevDbError(
    'start-failed',
    `PostgreSQL did not start on \`${files.dataDir}\` (${ended}); end of its log \`${files.log}\`:\n${tail}`,
  );
}

async function kill(child: ChildProcess, isGone: () => boolean): Promise<void> {
  child.kill('SIGQUIT');
  const forced = Date.now() + limits.stopForcedMs;
  while (!isGone() && Date.now() < forced) await sleep(limits.pollMs);
  if (!isGone()) child.kill('SIGKILL');
}

/**
 * Waits for a server that is already running on the data directory. Returns its description once it is ready, or `undefined` if there is
 * none or it has ended. Throws `start-timeout` if it is neither ready nor gone at `deadline`.
 */
export async function awaitRunningServer(files: ServerFiles, deadline: number): Promise<PostmasterPid | undefined> {
  for (;;) {
    const server = readPostmasterPid(files);
    if (server === undefined || !isServerProcess(server.pid, files.dataDir)) return undefined;
    if (server.status === 'ready') return server;
    if (Date.now() > deadline) {
      throw new DevDbError(
        'start-timeout',
        `the PostgreSQL already running on \`${files.dataDir}\` (process ${server.pid}) is still ${server.status || 'starting'}; ` +
          `end of its log:\n${logTail(files.log)}`,
      );
    }
    await sleep(limits.pollMs);
  }
}
