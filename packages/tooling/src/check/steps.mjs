import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../..', import.meta.url));
const bin = (path) => join(root, 'node_modules', path);
const own = (path) => join(root, 'packages/tooling', path);

/** Tests create many objects that live as long as their file, and run most code a few times: 8 % less processor time. */
const flagsOfTests = ['--max-semi-space-size=64', '--initial-old-space-size=1000', '--interrupt-budget=400000'];

/** Names of parts of a step. */
export const parts = { unit: 'tests', e2e: 'tests', browser: 'tests', types: 'lint' };

const allProjects = ['unit', 'e2e', 'browser'];

/** Returns the jest projects of a run. */
export const projectsOf = (only) => (allProjects.includes(only) ? [only] : allProjects);

/**
 * Returns the two rows of steps that run in parallel, one for each of two processors. Steps that need the build wait for it.
 *
 * @param {{ only?: string, rest: readonly string[], results: string, reach?: import('./reach.mjs').Reach, isForced: boolean }} asked
 */
export function stepRows({ only, rest, results, reach, isForced }) {
  const projects = projectsOf(only);
  // With the default flags, so that the seconds of `--timings` are comparable.
  const tsc = [bin('typescript/bin/tsc'), '-b', 'tsconfig.build.json', ...(isForced ? ['--force'] : [])];
  const build = { name: 'build', args: tsc, flags: [] };
  const tests = { name: 'tests', args: jestArguments(results, projects, rest), flags: flagsOfTests, needsBuild: true };
  const format = [bin('oxfmt/bin/oxfmt'), '--check'];
  // For all files, regardless of the change: a type error may occur elsewhere.
  const lint = [bin('oxlint/bin/oxlint'), '--config', own('oxlint.config.mjs'), '--ignore-pattern', '**/generated/**'];
  const beside = [
    { name: 'format', args: [...format, ...(reach ? ['--no-error-on-unmatched-pattern', ...reach.changed] : [])] },
    { name: 'lint', args: lint },
    { name: 'generated', args: [own('src/generate.mjs'), '--check'], needsBuild: true },
    { name: 'dependencies', args: [own('src/check-dependencies.mjs')] },
  ];
  if (!reach) return [[build, tests], beside];
  const reached = { ...tests, args: [...tests.args, '--runTestsByPath', ...reach.tests] };
  return [[build, ...(reach.tests.length > 0 ? [reached] : [])], reach.changed.length > 0 ? beside : []];
}

export function jestArguments(results, projects, rest) {
  const jest = [bin('jest/bin/jest.js'), '--config', own('jest.config.mjs'), '--ci', '--json', '--outputFile', results];
  return [...jest, ...rest, '--selectProjects', ...projects];
}
