import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import pg from 'pg';

/** Files that belong only to the running server, and those that the copy receives in another way. */
const notCopied = /(^|\/)(postmaster\.(pid|opts)|\.s\.PGSQL\..+|pg_wal\/.+|pg_replslot\/.+|pg_stat_tmp\/.+)$/;

/** Copies the files of a running server on this machine like `pg_basebackup`. Data written in the meantime is only in its log. */
export async function copyServerFiles(url: string, dataDir: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows: places } = await client.query<{ at: string }>(
      `select setting as at from pg_settings where name = 'data_directory'`,
    );
    await client.query(`select pg_backup_start('copy', true)`);
    const { at } = places[0]!;
    const filter = (source: string): boolean => !notCopied.test(path.relative(at, source));
    cpSync(at, dataDir, { recursive: true, preserveTimestamps: true, filter });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    writeFileSync(path.join(dataDir, 'backup_label'), rows[0]!.labelfile);
  } finally {
    await client.end();
  }
}
