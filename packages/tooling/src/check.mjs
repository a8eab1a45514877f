// Runs `npm test`, and everything in CI. `npm test -- --help` lists its options.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { filesToRunAgain, summarizeTests, withSecondRun } from './jest-results.mjs';
import { help, readArguments } from './check/arguments.mjs';
import { findReach } from './check/reach.mjs';
import { runStep, stopSteps } from './check/run-step.mjs';
import { jestArguments, parts, projectsOf, root, stepRows } from './check/steps.mjs';
import { timingsOf } from './check/timings.mjs';
import { nodeVersionProblem } from './node-version-problem.mjs';

const asked = readArguments(process.argv.slice(2));
const { only, all = false } = asked;
const resultsDirectory = mkdtempSync(join(tmpdir(), 'tamis-check-'));
const results = join(resultsDirectory, 'jest.json');
const projects = projectsOf(only);
/** Whether this is a complete run, whose duration is compared with that of a build from scratch. */
const isTimed = Boolean(asked.timings) && !only && !asked.changed;
const env = {};
const failed = [];
const done = [];

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
]) {
  process.once(signal, () => {
    stopSteps();
    rmSync(resultsDirectory, { recursive: true, force: true });
    process.exit(code);
  });
}

try {
  process.exitCode = asked.help ? say(help) : await run();
} finally {
  rmSync(resultsDirectory, { recursive: true, force: true });
}

async function run() {
  const problem = nodeVersionProblem(process.versions.node, join(root, 'package.json'));
  if (problem) return refuse(problem);
  const reach = asked.changed ? findReach(root, asked.since) : undefined;
  if (reach) console.log(reach.summary);
  const rows = stepRows({
    ...asked,
    results,
    reach,
    isForced: isTimed && existsSync(join(root, 'grammar/dist')),
  });
  const names = rows.flat().map(({ name }) => name);
  if (only && ![...names, ...Object.keys(parts)].includes(only)) {
    return refuse(`no step \`${only}\`: there are ${[...names, ...Object.keys(parts)].join(', ')}`);
  }
  const started = performance.now();
  await runRows(only ? [rows.flat().filter(({ name }) => name === (parts[only] ?? only))] : rows);
  if (asked.timings) {
    const seconds = (performance.now() - started) / 1000;
    const timings = timingsOf(done, seconds, isTimed);
    writeFileSync(resolve(asked.timings), `${JSON.stringify(timings, null, 2)}\n`);
  }
  if (failed.length > 0) console.log(`\nfailed: ${failed.join(', ')}`);
  if (!done.some(({ name }) => name === 'tests')) return failed.length > 0 ? 1 : 0;
  const tests = summarizeTests(readResults());
  console.log(tests.line);
  return failed.length > 0 || !tests.passed ? 1 : 0;
}

/** Runs the rows in parallel, and the steps of each row in order. A failing step ends the run, unless all steps were requested. */
async function runRows(rows) {
  let built = () => {};
  const isBuilt = new Promise((resolvePromise) => (built = resolvePromise));
  const hasBuild = rows.flat().some(({ name }) => name === 'build');
  await Promise.all(
    rows.map(async (row, index) => {
      for (const step of row) {
        if (step.needsBuild && hasBuild) await isBuilt;
        if (failed.length > 0 && !all) return;
        const passed = await runOne(step, index > 0);
        if (step.name === 'build') {
          // The following steps do not have to check the build again.
          if (passed) env.TAMIS_BUILT = '1';
          built();
        }
      }
    }),
  );
}

async function runOne(step, isBeside) {
  const isTests = step.name === 'tests';
  const outcome = await runStep(step, { root, isBeside, env: { ...env, ...(isTests && seedOf(root)) } });
  // A stopped step has not failed.
  if (failed.length > 0 && !all) return false;
  done.push(outcome);
  if (outcome.passed || (isTests && (await runFailedAgain()))) return true;
  failed.push(step.name);
  if (!all) stopSteps();
  return false;
}

/**
 * Random tests of a commit start from a seed derived from its content: checking the same commit again tries the same cases, and each change
 * tries different ones. There is no seed for a tree without a commit.
 */
function seedOf(directory) {
  if (process.env.TAMIS_SEED) return {};
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd: directory, encoding: 'utf8' });
  if (status !== 0) return {};
  const seed = Number.parseInt(stdout.slice(0, 7), 16);
  console.log(`random cases from TAMIS_SEED=${seed}`);
  return { TAMIS_SEED: String(seed) };
}

/**
 * Returns true if the few files that failed pass when run by themselves. This is reported, because these tests need to be fixed, but they
 * do not block anybody.
 */
async function runFailedAgain() {
  const first = readResults();
  const files = filesToRunAgain(first);
  if (files.length === 0) return false;
  console.log(`\nonce more, as they failed beside many others: ${files.join(', ')}`);
  const step = { name: 'tests', args: jestArguments(results, projects, ['--runTestsByPath', ...files]) };
  rmSync(results);
  const { passed } = await runStep(step, { root, isBeside: false, env: { ...env, ...seedOf(root) } });
  const again = readResults();
  writeFileSync(results, JSON.stringify(again ? withSecondRun(first, again) : first));
  if (passed) console.log(`\nUNSTABLE, passed only when run again: ${files.join(', ')}`);
  return passed;
}

function readResults() {
  try {
    return JSON.parse(readFileSync(results, 'utf8'));
  } catch {
    // jest stopped in its set-up before any test, and has already printed the reason.
    return undefined;
  }
}

function refuse(problem) {
  console.error(problem);
  return 2;
}

function say(text) {
  console.log(text);
  return 0;
}
