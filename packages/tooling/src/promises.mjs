// Runs `npm run promises`: executes the tests of every promise built so far, and prints the results of each.
//   npm run promises                       the table
//   npm run promises -- --json FILE        and the same as JSON
//   npm run promises -- --only 2,29        some of them
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildProjects } from './build-projects.mjs';
import { filesWithPromises, promiseResults, promiseTable } from './promise-results.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const { values } = parseArgs({ options: { json: { type: 'string' }, only: { type: 'string' } } });
const wanted = values.only?.split(',').map(Number);
if (wanted?.some((number) => !Number.isInteger(number))) {
  console.error('--only takes numbers of promises: `--only 2,29`');
  process.exit(2);
}

if (!process.env.TAMIS_BUILT) buildProjects(['tsconfig.build.json']);
const directory = mkdtempSync(join(tmpdir(), 'tamis-promises-'));
try {
  process.exitCode = run();
} finally {
  rmSync(directory, { recursive: true, force: true });
}

function run() {
  const figures = join(directory, 'figures.jsonl');
  const results = join(directory, 'jest.json');
  writeFileSync(figures, '');
  const titles = `promise (${wanted?.join('|') ?? '\\d+'}): `;
  const jest = [
    ...[
      join(root, 'node_modules/jest/bin/jest.js'),
      '--config',
      join(root, 'packages/tooling/jest.config.mjs'),
      '--ci',
    ],
    // One file after the other, each in a separate process: several of them measure, and then have both cores and a small heap.
    ...[
      '--maxWorkers=1',
      '--workerIdleMemoryLimit=1MB',
      '--json',
      '--outputFile',
      results,
      '--testNamePattern',
      titles,
      '--runTestsByPath',
    ],
    ...filesWithPromises(root, wanted),
  ];
  const env = { ...process.env, TAMIS_BUILT: '1', TAMIS_PROMISES_FILE: figures };
  spawnSync(process.execPath, jest, { cwd: root, env, stdio: ['ignore', 2, 2] });
  const lines = readFileSync(figures, 'utf8').split('\n').filter(Boolean);
  const promises = promiseResults(
    JSON.parse(readFileSync(results, 'utf8')),
    lines.map((line) => JSON.parse(line)),
  );
  console.log(promiseTable(promises));
  if (values.json) writeFileSync(resolve(values.json), `${JSON.stringify({ promises }, null, 2)}\n`);
  return promises.length > 0 && promises.every(({ holds }) => holds) ? 0 : 1;
}
