import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';

import { DevDbError } from './dev-db-error.js';
import type { ServerBinaries } from './server-binaries.js';

interface LibraryLink {
  source: string;
  target: string;
}

/**
 * Creates the links between shared libraries that npm archives cannot contain and that the package's install script creates, because npm
 * may have been told not to run scripts. Throws `libraries-read-only` if a link is missing and cannot be created.
 */
export function hydrateLibraries({ packageDir, packageName }: ServerBinaries): void {
  const list = path.join(packageDir, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const link of JSON.parse(readFileSync(list, 'utf8')) as LibraryLink[]) {
    const source = path.join(packageDir, link.source);
    const target = path.join(packageDir, link.target);
    if (existsSync(target)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), target);
    } catch (cause) {
      // Another start may have created it a moment ago.
      if (existsSync(target)) continue;
      throw new DevDbError(
        'libraries-read-only',
        `the library link \`${target}\` is missing and cannot be made (${(cause as NodeJS.ErrnoException).code ?? 'error'}), ` +
          `because install scripts did not run and the directory is not writable here; as its owner, run \`npm rebuild ${packageName} --ignore-scripts=false\``,
        { cause },
      );
    }
  }
}
