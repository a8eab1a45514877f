import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startDevDb } from '@tamis/devdb';
import pg from 'pg';

import { copyServerFiles } from './copy-server-files.js';

/** A read-only copy that follows a server. */
export interface Replica {
  /** Returns the URL for the copy of a database of the primary. */
  url(database: string): string;
  stop(): Promise<void>;
}

/** Copies the files of a server on this machine, whose owner is in `url`, and lets PostgreSQL stream the rest. */
export async function startReplica(url: string): Promise<Replica> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tamis-replica-'));
  const dataDir = path.join(folder, 'data');
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(`alter system set wal_keep_size = '256MB'`);
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
  await copyServerFiles(url, dataDir);
  writeFileSync(path.join(dataDir, 'standby.signal'), '');
  const { hostname, port, username, password } = new URL(url);
  const primary = `host=${hostname} port=${port} user=${username} password=${password}`;
  const server = await startDevDb({
    dataDir,
    settings: { primary_conninfo: primary, hot_standby: 'on', fsync: 'off' },
  });
  return {
    url: (database) => server.url(database),
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
