import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { type DevDb, startDevDb } from '@tamis/devdb';
import pg from 'pg';

/** Sources for restoring a server. */
export interface Backup {
  /** A copy of its files (`copyServerFiles`), which becomes the data of the new server. */
  readonly dataDir: string;
  /** Directory of its archived log. */
  readonly archive: string;
}

/**
 * Starts a server in the state of another one at some moment, from a copy of its files and its archived log. Stopping it removes its data.
 */
export async function startRestored({ dataDir, archive }: Backup, moment: Date): Promise<Pick<DevDb, 'url' | 'stop'>> {
  writeFileSync(path.join(dataDir, 'recovery.signal'), '');
  const server = await startDevDb({
    dataDir,
    settings: {
      fsync: 'off',
      archive_mode: 'off',
      hot_standby: 'on',
      restore_command: `cp ${archive}/%f %p`,
      // Time zone abbreviations are not available yet when the setting is read.
      recovery_target_time: moment.toISOString().replace('Z', '+00'),
      recovery_target_action: 'promote',
    },
  });
  const client = new pg.Client(server.url());
  await client.connect();
  try {
    while ((await client.query('select where pg_is_in_recovery()')).rowCount === 1) await sleep(50);
  } finally {
    await client.end();
  }
  return {
    url: (database) => server.url(database),
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
