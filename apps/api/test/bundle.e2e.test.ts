import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { currentBundle } from '@tamis/stdx/current-bundle';

import { settingsHelp } from '../src/platform/config/index.js';

const api = join(__dirname, '..');
const folder = join(api, 'dist/bundle');

/** Runs a process with the help option, and returns its output and the CommonJS modules that it has loaded. */
function askForHelp(main: string): { readonly said: string; readonly read: string[] } {
  const program = `
    import { createRequire } from 'node:module';
    process.argv.push('--help');
    await import(${JSON.stringify(pathToFileURL(join(api, 'dist', main)).href)});
    process.stderr.write(JSON.stringify(Object.keys(createRequire('/').cache)));`;
  const args = ['--input-type=module', '--eval', program];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { said: stdout, read: packagesOf(JSON.parse(stderr) as string[]) };
}

const packagesOf = (paths: readonly string[]): string[] => [
  ...new Set(paths.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])),
];

/** Returns the packages whose modules are part of the bundle. */
function bundledPackages(): string[] {
  const maps = readdirSync(folder).filter((file) => file.endsWith('.map'));
  const sourcesOf = (file: string): string[] =>
    (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { sources: string[] }).sources;
  return packagesOf(maps.flatMap(sourcesOf));
}

describe('the bundled server', () => {
  it.each(['serve', 'administrate', 'replay-thread', 'test-files', 'providers'])(
    'is the version that runs: %s',
    (name) => {
      expect(currentBundle(pathToFileURL(`${api}/`), name)?.pathname).toBe(join(folder, `${name}.mjs`));
    },
  );

  it.each([
    ['main.js', settingsHelp()],
    ['main.admin.js', 'bring the database to the newest schema'],
  ])(
    'shows the usage of %s, and loads no package both bundled and installed',
    (main, help) => {
      const { said, read } = askForHelp(main);
      expect(said).toContain(help);
      const bundled = bundledPackages();
      expect(bundled).toContain('@nestjs/core');
      expect(read).toContain('typeorm');
      expect(read.filter((name) => bundled.includes(name))).toEqual([]);
    },
    60_000,
  );
});
