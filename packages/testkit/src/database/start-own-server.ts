import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type DevDb, startDevDb } from '@tamis/devdb';

/** A database server of one test, which may be killed and comes back on the same port with the same data. */
export interface OwnServer {
  /** Of the database `postgres`. */
  readonly url: string;
  /** Kills the whole server as a power cut would, but for what the system has in its caches. */
  kill(): void;
  /** Starts it again after `kill`: it recovers from its log. */
  restart(): Promise<void>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

// What a killed server had written is in the caches of the system, and nothing but the system could lose it: no disk is waited for.
const settings = { fsync: 'off', full_page_writes: 'off' };

/** Starts an empty server with its data in a temporary directory. Answers wait for the log to be written, as in production. */
export async function startOwnServer(): Promise<OwnServer> {
  const directory = mkdtempSync(path.join(tmpdir(), 'tamis-server-'));
  const dataDir = path.join(directory, 'data');
  const start = (port?: number): Promise<DevDb> =>
    startDevDb({ dataDir, settings, ...(port !== undefined && { port }) });
  let server = await start();
  return {
    url: server.url(),
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
