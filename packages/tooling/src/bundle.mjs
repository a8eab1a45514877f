import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Updates a bundle after a build.
 *
 * @param {string} script that makes it, relative to the repository
 */
export function bundle(script) {
  const path = fileURLToPath(new URL(`../../../${script}`, import.meta.url));
  const { status } = spawnSync(process.execPath, [path], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${script} failed`);
}
