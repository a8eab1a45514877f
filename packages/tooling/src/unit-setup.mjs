import { buildProjects } from './build-projects.mjs';
import { bundle } from './bundle.mjs';

// npm test has just built everything. This is for running jest directly.
export default function unitSetup() {
  if (!process.env.TAMIS_BUILT) buildProjects(['packages/engine-pool', 'packages/screening-pool', 'apps/cli']);
  bundle('apps/cli/bundle/bundle-cli.mjs');
  bundle('packages/engine-pool/bundle/bundle-worker.mjs');
}
