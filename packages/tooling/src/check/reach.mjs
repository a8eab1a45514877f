import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { closure, readImports, reversed } from './import-graph.mjs';

const isTest = (path) => path.endsWith('.test.ts');
const isSource = (path) => /\/src\//.test(path) && !isTest(path);
/** Combines all modules: what comes after it is reached by every test that sends requests to the API. */
const isWholeApi = (path) => /^apps\/api\/src\/(app\.module|rooms|create-app|openapi)\.ts$/.test(path);
/** Files that every test depends on although no import shows it. */
const isBelowAll = (path) => /^packages\/tooling\/|(^|\/)package(-lock)?\.json$|tsconfig[^/]*\.json$|\.sql$/.test(path);
const isBelowApi = (path) => /^apps\/api\/src\/(platform\/|[^/]+$)/.test(path);

/**
 * Returns what a change can affect.
 *
 * @typedef {{ changed: readonly string[], tests: readonly string[], summary: string }} Reach
 * @param {string} root
 * @param {string} [since] a commit; otherwise where this branch left main
 * @returns {Reach}
 */
export function findReach(root, since) {
  const paths = lines(root, 'ls-files', '--cached', '--others', '--exclude-standard').filter((path) =>
    existsSync(join(root, path)),
  );
  const base = since ?? lines(root, 'merge-base', 'HEAD', 'main')[0] ?? 'HEAD';
  const untracked = lines(root, 'ls-files', '--others', '--exclude-standard');
  const touched = [...new Set([...lines(root, 'diff', '--name-only', '--relative', base), ...untracked])];
  const tests = reachedTests(touched, paths, readImports(root, paths));
  const summary = `${touched.length} files changed since ${base.slice(0, 12)}; they reach ${tests.length} test files`;
  return { changed: touched.filter((path) => paths.includes(path)), tests, summary };
}

/**
 * @param {readonly string[]} touched
 * @param {readonly string[]} paths of all files
 * @param {ReturnType<typeof readImports>} imports
 */
export function reachedTests(touched, paths, { texts, named }) {
  const tests = paths.filter(isTest);
  if (touched.some(isBelowAll)) return tests;
  const starts = touched.flatMap((path) => [path, ...(texts.has(path) ? [] : thoseThatSay(path, texts))]);
  const users = reversed(named);
  const reached = closure(starts, users, isWholeApi);
  const found = new Set(tests.filter((path) => reached.has(path)));
  if ([...reached].some(isWholeApi)) {
    const asking = closure(paths.filter(isWholeApi), users);
    const ofApi = tests.filter((path) => asking.has(path));
    const routes = touched.some(isBelowApi) ? undefined : routesOf([...reached], texts);
    for (const path of ofApi) if (!routes || asksFor(routes, path, texts, named)) found.add(path);
  }
  return [...found].sort();
}

/** Returns the files that refer to a file other than code, or to its folder, in another way than by a path. */
function thoseThatSay(path, texts) {
  const names = path.split('/').slice(-2).reverse();
  for (const name of names) {
    const found = [...texts].filter(([, text]) => text.includes(name)).map(([each]) => each);
    if (found.length > 0) return found;
  }
  return [];
}

/** Returns the first parts of the paths of controllers. */
function routesOf(reached, texts) {
  const found = reached.flatMap((path) => [...(texts.get(path) ?? '').matchAll(/@Controller\(['"`]([^'"`]*)/g)]);
  return [...new Set(found.map(([, route]) => route.split(/\/?[:$]/, 1)[0]))];
}

/** Whether a test, or its support files, contains one of the routes. */
function asksFor(routes, test, texts, named) {
  const own = [...closure([test], named, isSource)].filter((path) => !isSource(path));
  return own.some((path) => routes.some((route) => texts.get(path)?.includes(`/${route}`)));
}

function lines(root, ...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e9 });
  return status === 0 ? stdout.split('\n').filter(Boolean) : [];
}
