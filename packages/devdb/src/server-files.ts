import { accessSync, constants, existsSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';

import { DevDbError } from './dev-db-error.js';

/** All paths that belong to one data directory. */
export interface ServerFiles {
  readonly dataDir: string;
  readonly parent: string;
  /** Inside the data directory, so that data and password appear with one rename and can never be separated. */
  readonly password: string;
  readonly version: string;
  readonly pid: string;
  readonly log: string;
  readonly lock: string;
  /** Prefix of the name of each directory in which a database is being created. */
  readonly stagingPrefix: string;
}

export const passwordFileName = 'superuser.password';

/**
 * Returns the paths around `dataDir`, whose parents are created. Links are resolved, because a running server is recognised by the
 * directory in its command line, regardless of the path that led there.
 */
export function serverFiles(dataDir: string): ServerFiles {
  const wanted = path.resolve(dataDir);
  const real = existsSync(wanted)
    ? realpathSync(wanted)
    : path.join(usableParent(path.dirname(wanted)), path.basename(wanted));
  const parent = usableParent(path.dirname(real));
  return {
    dataDir: real,
    parent,
    password: path.join(real, passwordFileName),
    version: path.join(real, 'PG_VERSION'),
    pid: path.join(real, 'postmaster.pid'),
    log: `${real}.log`,
    lock: `${real}.lock`,
    stagingPrefix: `${path.basename(real)}.init-`,
  };
}

function usableParent(parent: string): string {
  try {
    mkdirSync(parent, { recursive: true });
    accessSync(parent, constants.W_OK | constants.X_OK);
    return realpathSync(parent);
  } catch (cause) {
    throw new DevDbError(
      'data-dir-unreachable',
      `cannot use directory \`${parent}\` for the database: ${(cause as Error).message}; choose a data directory you may write to`,
      { cause },
    );
  }
}
