// Bundles the modules of a worker thread into one file, since finding and reading them took most of the second that a thread needed to
// start, including one that replaces a dead thread. Part of `npm run build`. Does nothing if nothing has changed.
import { fileURLToPath } from 'node:url';
import { makeBundle } from '../../tooling/src/make-bundle.mjs';

await makeBundle(fileURLToPath(new URL('..', import.meta.url)), 'bundle/bundle-worker.mjs', {
  entryPoints: ['dist/worker/evaluate-batch.js'],
});
