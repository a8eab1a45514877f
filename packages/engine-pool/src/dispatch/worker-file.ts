import { currentBundle } from '@tamis/stdx/current-bundle';

/** The same from src/ and from dist/: threads run built JavaScript. */
const root = new URL('../../', import.meta.url);

/** What a thread runs: all its modules in one file (bundle/bundle-worker.mjs), or one by one where a project was built since. */
export const workerFile = (): URL =>
  currentBundle(root, 'evaluate-batch') ?? new URL('dist/worker/evaluate-batch.js', root);
