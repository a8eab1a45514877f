import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type DevDb, startDevDb } from '@tamis/devdb';

/** A database server of one test, which may be killed and comes back on the same port with the same data. */
export interface OwnServer {
  /** Of the database `postgres`. */
  readonly url: string;
  /** The same through the Unix socket of the server, where the system has them. */
  readonly socketUrl: string;
  /** Kills the whole server as a power cut would, but for what the system has in its caches. */
  kill(): void;
  /** Starts it again after `kill`: it recovers from its log. */
  restart(): Promise<void>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

// What a killed server had written is in the caches of the system, and nothing but the system could lose it: no disk is waited for.
// Nor are new files of the log filled first, which in production are old ones that are used again.
const withoutDisk = { fsync: 'off', full_page_writes: 'off', wal_init_zero: 'off' };

const hasUnixSockets = process.platform !== 'win32';

/**
 * Starts an empty server with its data in a temporary directory. Answers wait for the log to be written, as in production.
 * `more`: settings of PostgreSQL besides.
 */
export async function startOwnServer(more: Readonly<Record<string, string>> = {}): Promise<OwnServer> {
  const directory = mkdtempSync(path.join(tmpdir(), 'tamis-server-'));
  const dataDir = path.join(directory, 'data');
  const sockets = hasUnixSockets ? { unix_socket_directories: dataDir } : undefined;
  const settings = { ...withoutDisk, ...sockets, ...more };
  const start = (port?: number): Promise<DevDb> =>
    startDevDb({ dataDir, settings, ...(port !== undefined && { port }) });
  let server = await start();
  return {
    url: server.url(),
    socketUrl: hasUnixSockets ? `${server.url()}?host=${encodeURIComponent(dataDir)}` : server.url(),
    kill: () => {
      const [pid] = readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGKILL');
    },
    restart: async () => {
      const { port } = server;
      server = await start(port);
      if (server.port !== port) throw new Error(`the server came back on port ${server.port} instead of ${port}`);
    },
    stop: async () => {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
