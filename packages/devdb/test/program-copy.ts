import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { transformSync } from '@swc/core';

import { findServerBinaries } from '../src/server-binaries.js';

const sources = fileURLToPath(new URL('../src', import.meta.url));
const require = createRequire(import.meta.url);

/** Starts a server, prints one JSON line about it, and stops it on SIGINT after using it once more. */
const program = `
import { startDevDb } from './index.js';
const say = (value) => process.stdout.write(JSON.stringify(value) + '\\n');
try {
  const db = await startDevDb(JSON.parse(process.argv[2]));
  process.once('SIGINT', async () => {
    await db.ensureDatabase('made_after_interrupt');
    await db.stop();
    say({ stopped: true });
    process.exit(0);
  });
  say({ port: db.port, adopted: db.adopted, url: db.url() });
  setInterval(() => {}, 1000);
} catch (error) {
  say({ code: error.code, message: error.message });
  process.exit(1);
}
`;

/** A copy of this package outside the repository, which any user can run with plain Node. */
export interface ProgramCopy {
  dir: string;
  /** The JavaScript file to run, with the options as JSON in its only argument. */
  program: string;
  /** The copied binary package. Only in a copy with `dependencies: 'copied'`. */
  binaryPackage: string;
}

/** `dependencies: 'copied'` makes the copy complete, except for the library links that install scripts create. */
export function programCopy(dependencies: 'linked' | 'copied'): ProgramCopy {
  const dir = mkdtempSync(path.join(tmpdir(), 'tamis-devdb-copy-'));
  chmodSync(dir, 0o755);
  const out = path.join(dir, 'src');
  mkdirSync(out);
  writeFileSync(path.join(dir, 'package.json'), '{"type":"module"}');
  for (const name of readdirSync(sources)) {
    const { code } = transformSync(readFileSync(path.join(sources, name), 'utf8'), {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
      module: { type: 'es6' },
      swcrc: false,
    });
    writeFileSync(path.join(out, name.replace(/\.ts$/, '.js')), code);
  }
  writeFileSync(path.join(out, 'program.js'), program);

  const binaries = findServerBinaries();
  const modules = path.join(dir, 'node_modules');
  const binaryPackage = path.join(modules, binaries.packageName);
  mkdirSync(path.dirname(binaryPackage), { recursive: true });
  if (dependencies === 'copied') {
    cpSync(binaries.packageDir, binaryPackage, {
      recursive: true,
      filter: (file) => !lstatSync(file).isSymbolicLink(),
    });
  } else symlinkSync(binaries.packageDir, binaryPackage);
  addPackage('pg', require, modules, dependencies, new Set());
  return { dir, program: path.join(out, 'program.js'), binaryPackage };
}

function addPackage(
  name: string,
  from: NodeJS.Require,
  modules: string,
  dependencies: 'linked' | 'copied',
  seen: Set<string>,
): void {
  if (seen.has(name)) return;
  seen.add(name);
  const found = (from.resolve.paths(name) ?? []).map((base) => path.join(base, name)).find(isDirectory);
  if (found === undefined) throw new Error(`package ${name} is not installed`);
  if (dependencies === 'copied') cpSync(found, path.join(modules, name), { recursive: true });
  else symlinkSync(found, path.join(modules, name));
  const manifest = JSON.parse(readFileSync(path.join(found, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  const next = createRequire(path.join(found, 'package.json'));
  for (const dependency of Object.keys(manifest.dependencies ?? {})) {
    addPackage(dependency, next, modules, dependencies, seen);
  }
}

function isDirectory(dir: string): boolean {
  return lstatSync(dir, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
