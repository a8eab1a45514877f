import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildProjects } from './build-projects.mjs';

// npm test has just built everything; this is for jest run directly.
export default function unitSetup() {
  if (!process.env.TAMIS_BUILT) buildProjects(['packages/engine-pool', 'apps/cli']);
  const bundle = fileURLToPath(new URL('../../../apps/cli/bundle/bundle-cli.mjs', import.meta.url));
  if (spawnSync(process.execPath, [bundle], { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0)
    throw new Error('the command line could not be bundled');
}
