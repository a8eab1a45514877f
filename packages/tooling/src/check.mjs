// What `npm test` runs, and all that CI runs.
//   npm test                      everything, up to the first step that fails
//   npm test -- --all             everything, whatever fails
//   npm test -- --only lint       one step; `unit` and `e2e` are the two halves of `tests`
//   npm test -- --only unit money any other argument goes to jest
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { abortedFiles, withAborted } from './aborted-files.mjs';
import { nodeVersionProblem } from './node-version-problem.mjs';
import { summarizeTests } from './summarize-tests.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const bin = (path) => join(root, 'node_modules', path);
const own = (path) => join(root, 'packages/tooling', path);

const { only, all, rest } = readArguments();
const resultsDirectory = mkdtempSync(join(tmpdir(), 'tamis-check-'));
const results = join(resultsDirectory, 'jest.json');
const projects = only === 'unit' || only === 'e2e' ? [only] : ['unit', 'e2e'];
const jest = [bin('jest/bin/jest.js'), '--config', own('jest.config.mjs'), '--ci', '--json', '--outputFile', results];
const ofProjects = ['--selectProjects', ...projects];

/** In order: what later steps rest on comes first, then the cheap ones. */
const steps = [
  { name: 'build', args: [bin('typescript/bin/tsc'), '-b', '.', own('tsconfig.tests.json')] },
  { name: 'generated', args: [own('src/generate.mjs'), '--check'] },
  { name: 'format', args: [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'] },
  { name: 'dependencies', args: [own('src/check-dependencies.mjs')] },
  {
    name: 'lint',
    args: [bin('eslint/bin/eslint.js'), '--config', own('eslint.config.mjs'), '--max-warnings', '0', '.'],
  },
  { name: 'tests', args: [...jest, ...rest, ...ofProjects] },
];

process.exitCode = run();
rmSync(resultsDirectory, { recursive: true, force: true });

function run() {
  const wanted = steps.filter(({ name }) => !only || name === only || (name === 'tests' && projects.includes(only)));
  if (wanted.length === 0) {
    console.error(`no step \`${only}\`: there are ${steps.map(({ name }) => name).join(', ')}, unit, e2e`);
    return 2;
  }
  const problem = nodeVersionProblem(process.versions.node, join(root, 'package.json'));
  if (problem) {
    console.error(problem);
    return 2;
  }
  const failed = [];
  for (const step of wanted) {
    if (!runStep(step) && !(step.name === 'tests' && runAbortedAgain())) failed.push(step.name);
    if (failed.length > 0 && !all) break;
  }
  if (failed.length > 0) console.log(`\nfailed: ${failed.join(', ')}`);
  if (!wanted.some(({ name }) => name === 'tests') || (failed.length > 0 && !all && failed[0] !== 'tests')) {
    return failed.length > 0 ? 1 : 0;
  }
  const tests = summarizeTests(readResults());
  console.log(tests.line);
  return failed.length > 0 || !tests.passed ? 1 : 0;
}

function runStep({ name, args }) {
  console.log(`\n== ${name}`);
  const started = performance.now();
  // A build that has just run needs no second look from the steps after it.
  const env = { ...process.env, ...(only ? {} : { TAMIS_BUILT: '1' }), ...(name === 'tests' ? seedOf(root) : {}) };
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`== ${name} ${status === 0 ? 'ok' : 'FAILED'}, ${seconds} s`);
  return status === 0;
}

/**
 * Random tests of a commit start from a number of its content: who checks it again tries the same cases, and each change tries
 * others. Nothing is said of a tree that has no commit.
 */
function seedOf(directory) {
  if (process.env.TAMIS_SEED) return {};
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd: directory, encoding: 'utf8' });
  if (status !== 0) return {};
  const seed = Number.parseInt(stdout.slice(0, 7), 16);
  console.log(`random cases from TAMIS_SEED=${seed}`);
  return { TAMIS_SEED: String(seed) };
}

/** True when all that failed were aborted test files, and they pass now. */
function runAbortedAgain() {
  const first = readResults();
  const files = abortedFiles(first);
  if (files.length === 0) return false;
  console.log(`\nonce more, since their process was ended by a signal: ${files.join(', ')}`);
  const isPassed = runStep({ name: 'tests', args: [...jest, ...files, ...ofProjects] });
  const again = readResults();
  if (again) writeFileSync(results, JSON.stringify(withAborted(first, again)));
  return isPassed;
}

function readResults() {
  try {
    return JSON.parse(readFileSync(results, 'utf8'));
  } catch {
    // jest stopped before any test, in its set-up; it has said why.
    return undefined;
  }
}

function readArguments() {
  const options = { only: { type: 'string' }, all: { type: 'boolean' } };
  const { values, tokens } = parseArgs({ options, strict: false, allowPositionals: true, tokens: true });
  const taken = new Set();
  for (const token of tokens) {
    if (token.kind !== 'option' || !(token.name in options)) continue;
    taken.add(token.index);
    if (token.name === 'only' && !token.inlineValue) taken.add(token.index + 1);
  }
  const rest = process.argv.slice(2).filter((_, index) => !taken.has(index));
  return { only: values.only, all: values.all ?? false, rest };
}
