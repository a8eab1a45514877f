import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Brings the built JavaScript of some projects up to date (`tsc -b`, which does nothing if no source is newer). Worker threads and child
 * processes cannot run TypeScript, so tests that start them need it.
 *
 * Type errors are printed and do not stop the caller: the code is still written, and `npm test` has its own build step that
 * fails on them.
 *
 * @param {string[]} projects directories or files relative to the repository
 */
export function buildProjects(projects) {
  const tsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
  const { stdout } = spawnSync(process.execPath, [tsc, '-b', ...projects], { cwd: root, encoding: 'utf8' });
  if (stdout) process.stderr.write(`built with type errors:\n${stdout}\n`);
}
