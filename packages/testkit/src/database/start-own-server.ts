import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type DevDb, startDevDb } from '@tamis/devdb';

/** A database server of one test, which may be killed and restarts on the same port with the same data. */
export interface OwnServer {
  /** URL of the database `postgres`. */
  readonly url: string;
  /** The same through the Unix socket of the server, if the system supports them. */
  readonly socketUrl: string;
  /** Kills the whole server as a power cut would, except that the caches of the operating system are kept. */
  kill(): void;
  /** Starts it again after `kill`. It recovers from its log. */
  restart(): Promise<void>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

// Data written by a killed server is in the caches of the operating system, which only a failure of the system could lose, so there is no
// waiting for the disk. New log files are not filled with zeros first either. In production, old ones are reused.
const withoutDisk = { fsync: 'off', full_page_writes: 'off', wal_init_zero: 'off' };

const hasUnixSockets = process.platform !== 'win32';

/**
 * Starts an empty server with its data in a temporary directory. Commits wait for the log to be written, as in production. `more` contains
 * additional PostgreSQL settings.
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
