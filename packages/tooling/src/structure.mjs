// Runs `npm run structure`: prints measures of the code structure, and with `--list` the items that each counts. The tests of
// `test/architecture` enforce the first three. The last one starts a server, so it is only measured here.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ownerOfTable } from '../table-owners.mjs';
import { buildProjects } from './build-projects.mjs';
import { filesCrossedByTransaction } from './structure/files-crossed.mjs';
import { folderCycles } from './structure/folder-cycles.mjs';
import { relativeImports } from './structure/relative-imports.mjs';
import { smallFiles } from './structure/small-files.mjs';
import { tablesReadElsewhere } from './structure/table-reads.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } });
if (!process.env.TAMIS_BUILT) buildProjects(['tsconfig.build.json']);

const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
const files = stdout
  .split('\n')
  .filter((path) => /[.](tsx?|cts|mjs)$/.test(path) && !/[.]test[.]ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const imports = relativeImports(files);
const crossed = await filesCrossedByTransaction(root);
const isModule = (/** @type {string} */ path) => path.startsWith('modules/');
const elsewhere = tablesReadElsewhere(files, ownerOfTable);

/** @type {readonly (readonly [measure: string, found: readonly string[]])[]} */
const measures = [
  [
    'cycles between folders',
    folderCycles(
      files.map(({ path }) => path),
      imports,
    ).map((cycle) => cycle.join(' - ')),
  ],
  ['files below 25 lines with one importer', smallFiles(files, imports)],
  [
    'tables that others than their owner read',
    Object.entries(elsewhere).map(([table, paths]) => `${table}: ${paths.join(' ')}`),
  ],
  ['files of modules that POST /transactions crosses', crossed.filter(isModule)],
  ['files of the platform that it crosses', crossed.filter((path) => !isModule(path))],
];

for (const [measure, found] of measures) {
  console.log(`${String(found.length).padStart(4)}  ${measure}`);
  if (values.list) for (const each of found) console.log(`        ${each}`);
}
