import { buildProjects } from './build-projects.mjs';

// npm test has just built everything; this is for jest run directly.
export default function unitSetup() {
  if (!process.env.TAMIS_BUILT) buildProjects(['packages/engine-pool', 'apps/cli']);
}
