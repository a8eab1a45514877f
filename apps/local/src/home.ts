import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import * as path from 'node:path';
import { defaultCacheDir } from '@tamis/devdb';

/** Files of this installation that must survive a restart. */
export interface Home {
  readonly directory: string;
  /** Data directory of the embedded database. */
  readonly database: string;
  readonly lock: string;
  /** Keys of the demo account. Readable by its owner only. */
  readonly account: string;
  readonly report: string;
  /** Images of identity validations, encrypted. */
  readonly blobs: string;
  /** Without this key, the secrets in the database cannot be decrypted. Readable by its owner only. */
  readonly masterKey: string;
}

/**
 * Returns the home of a database, and creates its directory. There is one per database, because keys of one must never be tried on another.
 */
export function openHome(environment: NodeJS.ProcessEnv): Home {
  const root = environment['TAMIS_HOME'] ?? defaultCacheDir('tamis');
  const outside = environment['DATABASE_URL'];
  const directory = outside
    ? path.join(root, `outside-${createHash('sha256').update(outside).digest('hex').slice(0, 12)}`)
    : root;
  mkdirSync(directory, { recursive: true });
  // The database server may run under another account and needs access to subdirectories.
  chmodSync(directory, 0o711);
  return {
    directory,
    database: path.join(directory, 'postgres'),
    lock: path.join(directory, 'tamis.lock'),
    account: path.join(directory, 'demo-account.json'),
    report: path.join(directory, 'demo-report.json'),
    blobs: path.join(directory, 'blobs'),
    masterKey: path.join(directory, 'master-key'),
  };
}
