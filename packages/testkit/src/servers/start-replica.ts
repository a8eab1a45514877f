import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startDevDb } from '@tamis/devdb';
import pg from 'pg';

/** A read-only copy that follows a server. */
export interface Replica {
  /** The address of a database of the primary, on the copy. */
  url(database: string): string;
  stop(): Promise<void>;
}

/** What belongs to the running primary alone, and what the copy is sent anyway. */
const notCopied = /(^|\/)(postmaster\.(pid|opts)|\.s\.PGSQL\..+|pg_wal\/[0-9A-F]{24}|pg_replslot\/.+|pg_stat_tmp\/.+)$/;

/** Copies the files of a server of this machine, whose owner `url` names, and has PostgreSQL stream the rest. */
export async function startReplica(url: string): Promise<Replica> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tamis-replica-'));
  const dataDir = path.join(folder, 'data');
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(`alter system set wal_keep_size = '256MB'`);
    await client.query('select pg_reload_conf()');
    const { rows: places } = await client.query<{ at: string }>(
      `select setting as at from pg_settings where name = 'data_directory'`,
    );
    await client.query(`select pg_backup_start('replica', true)`);
    const { at } = places[0]!;
    const filter = (source: string): boolean => !notCopied.test(path.relative(at, source));
    cpSync(at, dataDir, { recursive: true, preserveTimestamps: true, filter });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    writeFileSync(path.join(dataDir, 'backup_label'), rows[0]!.labelfile);
    writeFileSync(path.join(dataDir, 'standby.signal'), '');
  } finally {
    await client.end();
  }
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
