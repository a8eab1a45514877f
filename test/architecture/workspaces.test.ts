import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { repository } from './source-files.js';

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, string>>;
}

interface Project {
  readonly references?: readonly { readonly path: string }[];
}

const readJson = <T>(path: string) => JSON.parse(readFileSync(join(repository, path), 'utf8')) as T;
const inside = (folder: string) => readdirSync(join(repository, folder)).map((name) => `${folder}/${name}`);
const workspaces = ['grammar', ...inside('packages'), ...inside('apps'), 'bench'].filter((folder) =>
  existsSync(join(repository, folder, 'package.json')),
);
const folderOf = new Map(workspaces.map((folder) => [readJson<Manifest>(`${folder}/package.json`).name, folder]));

describe('every workspace', () => {
  test.each(['.', ...workspaces])('pins exact versions: %s', (folder) => {
    const manifest = readJson<Manifest>(`${folder}/package.json`);
    const { dependencies, devDependencies, optionalDependencies, overrides } = manifest;
    const wanted = [dependencies, devDependencies, optionalDependencies, overrides].flatMap((map) =>
      Object.entries(map ?? {}),
    );
    expect(wanted.filter(([, version]) => !/^(npm:[a-z-]+@)?\d+[.]\d+[.]\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  const built = workspaces.filter((folder) => existsSync(join(repository, folder, 'tsconfig.json')));

  test.each(built)('builds the workspaces it depends on first: %s', (folder) => {
    const { dependencies = {} } = readJson<Manifest>(`${folder}/package.json`);
    const all = Object.keys(dependencies).flatMap((name) => folderOf.get(name) ?? []);
    const needed = all.filter((other) => built.includes(other));
    const { references = [] } = readJson<Project>(`${folder}/tsconfig.json`);
    const referenced = references.map(({ path }) => relative(repository, resolve(repository, folder, path)));
    expect(needed.filter((other) => !referenced.includes(other))).toEqual([]);
  });

  test('is built by the repository build', () => {
    const { references = [] } = readJson<Project>('tsconfig.build.json');
    const referenced = references.map(({ path }) => path);
    expect(built.filter((folder) => !referenced.includes(folder))).toEqual([]);
  });
});

/** A browser is not part of any npm package, so it is installed separately. */
const installBrowser =
  'command -v chromium-headless-shell > /dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium-headless-shell; }';

/** Connection poolers and load balancers are not part of any npm package either. */
const installServers =
  'command -v pgbouncer > /dev/null && command -v haproxy > /dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends pgbouncer haproxy; }';

describe('repository root', () => {
  const known = [
    ...['README.md', 'package.json', 'package-lock.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'],
    ...['apps', 'packages', 'grammar', 'rules-fixtures', 'bench', 'test'],
    ...['.ci', '.gitignore', '.npmrc', '.oxfmtrc.json'],
  ];
  const madeByTools = ['.git', 'node_modules', 'coverage'];

  test('contains only the documented files', () => {
    const found = readdirSync(repository);
    expect(found.filter((name) => ![...known, ...madeByTools].includes(name))).toEqual([]);
  });

  test('has a CI script of exactly the browser and server setup and the two README commands', () => {
    const script = join(repository, '.ci/run');
    expect(statSync(script).mode & 0o111).not.toBe(0);
    const commands = readFileSync(script, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !/^(#|set -|cd )/.test(line));
    expect(commands).toEqual([installBrowser, installServers, 'npm ci', 'npm test']);
  });

  test('has scripts that refer only to existing files, apart from built ones', () => {
    const { scripts } = readJson<{ readonly scripts: Readonly<Record<string, string>> }>('package.json');
    const named = Object.values(scripts).flatMap((script) => script.match(/[\w./-]+\.mjs\b/g) ?? []);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
  });

  test('has a lock file without host names', () => {
    expect(
      readFileSync(join(repository, 'package-lock.json'), 'utf8').match(/"resolved": "(https?|git)[^"]*/g),
    ).toBeNull();
  });
});
