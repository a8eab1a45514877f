// Builds the page on which people submit their documents. Part of `npm run build`; does nothing if nothing has changed.
import { fileURLToPath } from 'node:url';
import { buildPages } from '../../packages/tooling/src/build-pages.mjs';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));

await buildPages({
  folder: path('.'),
  others: [
    path('../../packages/design-tokens'),
    path('../../packages/identity-documents/src/mrz'),
    path('../../package-lock.json'),
  ],
});
