import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import pg from 'pg';

/** What belongs to the running server alone, and what the copy is given anyway. */
const notCopied = /(^|\/)(postmaster\.(pid|opts)|\.s\.PGSQL\..+|pg_wal\/.+|pg_replslot\/.+|pg_stat_tmp\/.+)$/;

/** Copies the files of a running server of this machine, as `pg_basebackup` does. What it writes meanwhile is in its log alone. */
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
