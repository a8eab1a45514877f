import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * Returns the path of a file in an installed data package. `entry` is a path that the package exports; `path` is relative to its folder.
 */
export const dataFile = (name: string, path: string, entry = `${name}/package.json`): string =>
  join(dirname(require.resolve(entry)), path);

/** Returns the name and version of an installed package: `asn-country 2.3.2026061719`. */
export async function versionOf(name: string, packageFile = dataFile(name, 'package.json')): Promise<string> {
  const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { readonly version: string };
  return `${name} ${version}`;
}

/** Yields the lines of a text file, some thousand at a time, so that a file of any size does not block other work. */
export async function* readLines(path: string): AsyncIterable<readonly string[]> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'latin1', highWaterMark: 65_536 })) {
    const lines = (rest + (chunk as string)).split('\n');
    rest = lines.pop()!;
    yield lines;
  }
  if (rest !== '') yield [rest];
}
