import { currentBundle } from '@tamis/stdx/current-bundle';

/** The same file from src/ and from dist/, because threads run built JavaScript. */
const root = new URL('../../', import.meta.url);

/**
 * Returns the file that a thread runs: all its modules in one file (bundle/bundle-worker.mjs), or the separate modules if a project has
 * been built since.
 */
export const workerFile = (): URL =>
  currentBundle(root, 'evaluate-batch') ?? new URL('dist/worker/evaluate-batch.js', root);
