import { bundle } from '../../packages/tooling/src/bundle.mjs';
import startServer from '../e2e/global-setup.mjs';

/** As tests of the API begin, with the pages built. The docs are built by their test: that takes as long as a few other tests. */
export default async function globalSetup() {
  bundle('apps/console/build.mjs');
  bundle('apps/kyc-page/build.mjs');
  await startServer();
}
