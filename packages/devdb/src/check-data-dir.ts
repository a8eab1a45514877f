import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';

import { DevDbError } from './dev-db-error.js';
import type { ServerBinaries } from './server-binaries.js';
import { serverEnvironment } from './server-environment.js';
import type { ServerFiles } from './server-files.js';

/**
 * Examines the location of the data directory: `empty` if a database may be created there, `database` if it contains one of ours. Throws if
 * it is not accessible, contains something else, or has data of another major version.
 */
export function checkDataDir(files: ServerFiles, binaries: ServerBinaries): 'empty' | 'database' {
  const entries = list(files);
  if (entries.length === 0) return 'empty';
  if (!existsSync(files.version)) {
    throw new DevDbError(
      'data-dir-foreign',
      `\`${files.dataDir}\` contains files but no database; it was left unchanged: choose another data directory, or empty it`,
    );
  }
  const dataMajor = readFileSync(files.version, 'utf8').trim();
  const serverMajor = majorVersion(binaries);
  if (dataMajor !== serverMajor) {
    throw new DevDbError(
      'data-dir-version',
      `\`${files.dataDir}\` was written by PostgreSQL ${dataMajor}, but this is PostgreSQL ${serverMajor}, which cannot read it: ` +
        `move the directory away to start with an empty database, or dump it with PostgreSQL ${dataMajor} first`,
    );
  }
  if (!existsSync(files.password)) {
    throw new DevDbError(
      'data-dir-foreign',
      `\`${files.dataDir}\` contains a database that was created by another program (no \`${files.password}\`); it was left unchanged: ` +
        'choose another data directory',
    );
  }
  return 'database';
}

function list(files: ServerFiles): string[] {
  try {
    return readdirSync(files.dataDir);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    if (code === 'ENOTDIR') {
      throw new DevDbError('data-dir-foreign', `\`${files.dataDir}\` is a file, not a directory`, { cause });
    }
    throw new DevDbError('data-dir-unreachable', `cannot read \`${files.dataDir}\` (${code})${owner(files)}`, {
      cause,
    });
  }
}

function owner(files: ServerFiles): string {
  try {
    return `: it belongs to user id ${statSync(files.dataDir).uid}; run this as that user, or choose another data directory`;
  } catch {
    return '; choose another data directory';
  }
}

function majorVersion({ postgres }: ServerBinaries): string {
  // --version is the only thing that the server does for root.
  const { stdout } = spawnSync(postgres, ['--version'], {
    encoding: 'utf8',
    env: serverEnvironment(),
    windowsHide: true,
  });
  return /(\d+)/.exec(stdout)?.[1] ?? '';
}
