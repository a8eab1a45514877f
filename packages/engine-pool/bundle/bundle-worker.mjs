// Joins the modules of a worker thread into one file: most of the second that a thread took to begin went into finding and reading
// them, also where it takes the place of one that died. Part of `npm run build`; does nothing when nothing has changed.
import { fileURLToPath } from 'node:url';
import { makeBundle } from '../../tooling/src/make-bundle.mjs';

await makeBundle(fileURLToPath(new URL('..', import.meta.url)), 'bundle/bundle-worker.mjs', {
  entryPoints: ['dist/worker/evaluate-batch.js'],
});
